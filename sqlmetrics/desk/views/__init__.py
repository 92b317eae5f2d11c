"""What each page of the desk shows, as plain values that its template prints."""
