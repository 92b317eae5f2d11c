"""What generated texts repeat of few people's words."""
