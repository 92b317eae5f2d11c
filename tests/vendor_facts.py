"""What vendors document of the SQL for dialects without an engine.

Each fact names the chapter of the manual.

A fact is read, not executed. What the documentation leaves open is not in these tables.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Fact(NamedTuple):
    """What the vendor's manual says of a construct, and in which chapter."""

    says: str
    chapter: str


class Trap(NamedTuple):
    """A pattern that no statement may match, an example of it, and what it does there."""

    pattern: str
    example: str
    says: str
    chapter: str


class Gap(NamedTuple):
    """A text that a grammar of the tests does not know though the vendor documents it.

    With it comes the text that the grammar reads instead.
    """

    text: str
    instead: str
    reason: str

    def filled(self, statement: str) -> str:
        """Return a statement with what is read instead, also where a line ends within the text."""
        return re.sub(r"\s+".join(map(re.escape, self.text.split(" "))), self.instead, statement)


MEANING = {
    "function abs": "abs(x): the absolute value, in the type of x",
    "function avg": "avg(x) of doubles: their mean, a double; NULLs are left out",
    "function cast": "cast(x as type); NULL stays NULL",
    "function char": "char(number): the text of the character with that code",
    "function char_length": "char_length(text): characters, not bytes",
    "function chr": "chr(number): the text of the character with that code",
    "function coalesce": "coalesce(x, y): the first that is not NULL",
    "function concat": "concat(x, y, ..): the texts end to end",
    "function count": "count(*) counts rows, count(x) those whose x is not NULL; 64 bits",
    "function dense_rank": "dense_rank() over (order by ..): ranks without gaps",
    "function exp": "exp(double): a double",
    "function floor": "floor(double): the whole number below, as a double",
    "function lead": "lead(x) over (order by ..): x of the row after, NULL on the last; no frame",
    "function length": "length(text): characters, not bytes; blanks at the end of a varying text count",
    "function ln": "ln(double): the natural logarithm, as a double",
    "function lower": "lower(text)",
    "function nchar": "nchar(number): the text of the character with that code",
    "function max": "max(x): NULLs are left out; NULL where there is nothing",
    "function min": "min(x): NULLs are left out; NULL where there is nothing",
    "function nullif": "nullif(x, y): NULL where x = y, else x",
    "function replace": "replace(text, from, to): every occurrence",
    "function row_number": "row_number() over (order by ..): 1, 2, ..; no frame",
    "function rpad": "rpad(text, length, pad): padded to, or cut at, the length in characters",
    "function sqrt": "sqrt(double): a double",
    "function substr": "substr(text, 1, length): the first characters, counted from 1",
    "function sum": (
        "sum(x): wide enough for 64-bit counts; NULLs are left out; NULL where there is nothing;"
        " over aggregates as a window"
    ),
    "clause limit": "order by .. limit n: the first n rows",
    "clause rows between unbounded preceding and current row": "the frame of a running sum",
    "clause from (values": "(values (..), ..) name(column, ..) in a from clause: a derived table of constants",
    "operator *": "multiplies",
    "operator +": "adds",
    "operator -": "subtracts, negates",
    "operator /": "the quotient of doubles is a double; one side is always cast",
    "operator <": "compares",
    "operator <=": "compares",
    "operator <>": "compares",
    "operator =": "compares; NULL with anything is unknown",
    "operator >": "compares",
    "operator >=": "compares",
    "operator ||": "joins texts end to end; with NULL it is NULL",
    "escape ''": "two quotes in a literal are one",
    "escape \\\\": "two backslashes in a literal are one: the backslash is an escape",
    "literal ''": "a text",
    'identifier "': "a quoted identifier, case as written; two quotes in it are one",
    "identifier `": "a quoted identifier; two backticks in it are one",
    "type bigint": "64-bit integer",
    "type integer": "32-bit integer",
    "type double": "64-bit IEEE 754",
    "type double precision": "64-bit IEEE 754",
}
"""What each construct has to mean, wherever nothing else is said."""

AGGREGATES = ("avg", "count", "max", "min", "sum")
NUMERIC = ("abs", "exp", "floor", "ln", "sqrt")
RANKS = ("dense_rank", "lead", "row_number")
TEXTS = ("chr", "length", "lower", "replace", "rpad", "substr")
CONDITIONS = ("coalesce", "nullif")
ARITHMETIC = ("operator *", "operator +", "operator -", "operator /")
COMPARISONS = ("operator <", "operator <=", "operator <>", "operator =", "operator >", "operator >=")
FRAME = "clause rows between unbounded preceding and current row"


def facts(chapters: dict[str, tuple[str, ...]], particular: dict[str, Fact]) -> dict[str, Fact]:
    """Return a dialect's facts: the common ones by the chapter that has them, and its own."""
    common = {}
    for chapter, names in chapters.items():
        for name in names:
            construct = name if " " in name else f"function {name}"
            assert construct not in common
            assert construct not in particular
            common[construct] = Fact(MEANING[construct], chapter)
    return common | particular


CONSTRUCTS: dict[str, dict[str, Fact]] = {
    "mysql": facts(
        {
            "MySQL 8.4, Aggregate Function Descriptions": AGGREGATES,
            "MySQL 8.4, Mathematical Functions": NUMERIC,
            "MySQL 8.4, Window Function Descriptions": RANKS,
            "MySQL 8.4, String Functions and Operators": (
                "char",
                "char_length",
                "concat",
                "lower",
                "replace",
                "rpad",
                "substr",
            ),
            "MySQL 8.4, Flow Control and Comparison Functions": (*CONDITIONS, *COMPARISONS),
            "MySQL 8.4, Arithmetic Operators": ARITHMETIC,
            "MySQL 8.4, Cast Functions and Operators": ("cast",),
            "MySQL 8.4, Window Function Frame Specification": (FRAME,),
            "MySQL 8.4, SELECT Statement": ("clause limit",),
            "MySQL 8.4, String Literals": ("literal ''", "escape ''", "escape \\\\"),
            "MySQL 8.4, Schema Object Names": ("identifier `",),
        },
        {
            "type double": Fact(
                "cast(x as double) since 8.0.17: 64-bit IEEE 754", "MySQL 8.4, Cast Functions and Operators"
            ),
            "type signed": Fact(
                "cast(x as signed): 64-bit integer; bigint is no type to cast to",
                "MySQL 8.4, Cast Functions and Operators",
            ),
            "type char character set utf8mb4": Fact(
                "cast(x as char character set utf8mb4): text without a limit of length",
                "MySQL 8.4, Cast Functions and Operators",
            ),
            "collation utf8mb4_0900_bin": Fact(
                "compares code points and, being NO PAD, blanks at the end; since 8.0.17",
                "MySQL 8.4, Unicode Character Sets",
            ),
            "function md5": Fact(
                "md5(text): the 32 hexadecimal digits of its bytes' MD5, in lower case; utf8mb4 has the bytes of UTF-8",
                "MySQL 8.4, Encryption and Compression Functions",
            ),
            "function conv": Fact(
                "conv(digits, 16, 10): a number's digits to base 10, unsigned of 64 bits",
                "MySQL 8.4, Mathematical Functions",
            ),
            "function substring": Fact(
                "substring(text, 1, 12): the first characters, counted from 1",
                "MySQL 8.4, String Functions and Operators",
            ),
        },
    ),
    "redshift": facts(
        {
            "Redshift Developer Guide, Aggregate functions": AGGREGATES,
            "Redshift Developer Guide, Math functions": ("abs", "exp", "floor", "sqrt"),
            "Redshift Developer Guide, Window functions": (*RANKS, FRAME),
            "Redshift Developer Guide, String functions": (*TEXTS, "operator ||"),
            "Redshift Developer Guide, Conditional expressions": CONDITIONS,
            "Redshift Developer Guide, Comparison condition": COMPARISONS,
            "Redshift Developer Guide, Numeric types": (
                *ARITHMETIC,
                "type bigint",
                "type double precision",
                "type integer",
            ),
            "Redshift Developer Guide, Data type formatting functions": ("cast",),
            "Redshift Developer Guide, ORDER BY clause": ("clause limit",),
            "Redshift Developer Guide, Literals": ("literal ''", "escape ''"),
            "Redshift Developer Guide, Names and identifiers": ('identifier "',),
        },
        {
            "function ln": Fact(
                "ln(double): the natural logarithm; decimal and text columns of a user's table are an error,"
                " so the cast is needed",
                "Redshift Developer Guide, LN function",
            ),
            "escape \\\\": Fact(
                "a backslash in a literal is an escape, as in PostgreSQL 8.0, which Redshift is based on;"
                " LIKE's escape is written '\\\\'",
                "Redshift Developer Guide, LIKE; PostgreSQL 8.0, String Constants",
            ),
            "type varchar(n)": Fact(
                "at most 65535 bytes; a literal has the type unknown, which cannot be compared in a query around it,"
                " until it is cast",
                "Redshift Developer Guide, Character types",
            ),
            "function md5": Fact(
                "md5(text): the 32 hexadecimal digits of its bytes' MD5, in lower case",
                "Redshift Developer Guide, MD5 function",
            ),
            "function strtol": Fact("strtol(digits, 16): a bigint", "Redshift Developer Guide, STRTOL function"),
            "function substring": Fact(
                "substring(text, 1, 12): the first characters, counted from 1",
                "Redshift Developer Guide, SUBSTRING function",
            ),
        },
    ),
    "databricks": facts(
        {
            "Databricks SQL, Alphabetical list of built-in functions": (
                *AGGREGATES,
                *NUMERIC,
                *RANKS,
                *TEXTS,
                *CONDITIONS,
                "cast",
            ),
            "Databricks SQL, Operators": (*ARITHMETIC, *COMPARISONS, "operator ||"),
            "Databricks SQL, Window functions": (FRAME,),
            "Databricks SQL, LIMIT clause": ("clause limit",),
            "Databricks SQL, VALUES clause": ("clause from (values",),
            "Databricks SQL, STRING type": ("literal ''", "escape \\\\"),
            "Databricks SQL, Identifiers": ("identifier `",),
            "Databricks SQL, Data types": ("type bigint", "type double"),
        },
        {
            "escape \\'": Fact(
                "a backslash and a quote in a literal are a quote; two quotes would join two literals",
                "Databricks SQL, STRING type",
            ),
            "type integer": Fact("32-bit integer, an alias of int", "Databricks SQL, INT type"),
            "type string": Fact(
                "text without a limit of length, compared byte by byte by default (UTF8_BINARY)",
                "Databricks SQL, STRING type",
            ),
            "function md5": Fact(
                "md5(text): the 32 hexadecimal digits of its bytes' MD5, in lower case", "Databricks SQL, md5 function"
            ),
            "function conv": Fact(
                "conv(digits, 16, 10): a number's digits to base 10, unsigned of 64 bits",
                "Databricks SQL, conv function",
            ),
            "function substring": Fact(
                "substring(text, 1, 12): the first characters, counted from 1", "Databricks SQL, substring function"
            ),
        },
    ),
    "snowflake": facts(
        {
            "Snowflake SQL reference, Aggregate functions": AGGREGATES,
            "Snowflake SQL reference, Numeric functions": NUMERIC,
            "Snowflake SQL reference, Window functions": (*RANKS, FRAME),
            "Snowflake SQL reference, String functions": (*TEXTS, "operator ||"),
            "Snowflake SQL reference, Conditional expression functions": CONDITIONS,
            "Snowflake SQL reference, Comparison operators": COMPARISONS,
            "Snowflake SQL reference, Arithmetic operators": ("operator *", "operator +", "operator -"),
            "Snowflake SQL reference, Conversion functions": ("cast",),
            "Snowflake SQL reference, LIMIT / FETCH": ("clause limit",),
            "Snowflake SQL reference, VALUES": ("clause from (values",),
            "Snowflake SQL reference, String and binary data types": ("literal ''", "escape ''", "escape \\\\"),
            "Snowflake SQL reference, Identifier requirements": ('identifier "',),
            "Snowflake SQL reference, Numeric data types": ("type double precision",),
        },
        {
            "operator /": Fact(
                "the quotient of doubles is a double; of two numbers it keeps six digits more than the numerator,"
                " so one side is cast",
                "Snowflake SQL reference, Arithmetic operators",
            ),
            "type bigint": Fact("number(38, 0)", "Snowflake SQL reference, Numeric data types"),
            "type integer": Fact("number(38, 0)", "Snowflake SQL reference, Numeric data types"),
            "type varchar": Fact(
                "without a length it is the longest there is", "Snowflake SQL reference, String and binary data types"
            ),
            "function md5": Fact(
                "md5(text): the 32 hexadecimal digits of its bytes' MD5, in lower case",
                "Snowflake SQL reference, MD5 / MD5_HEX",
            ),
            "function to_number": Fact(
                "to_number(digits, 'XX'): X is a hexadecimal digit",
                "Snowflake SQL reference, TO_DECIMAL, TO_NUMBER, TO_NUMERIC",
            ),
        },
    ),
    "trino": facts(
        {
            "Trino, Aggregate functions": AGGREGATES,
            "Trino, Mathematical functions and operators": (*NUMERIC, *ARITHMETIC),
            "Trino, Window functions": (*RANKS, FRAME),
            "Trino, String functions and operators": (*TEXTS, "operator ||"),
            "Trino, Conditional expressions": CONDITIONS,
            "Trino, Comparison functions and operators": COMPARISONS,
            "Trino, Conversion functions": ("cast",),
            "Trino, SELECT": ("clause limit",),
            "Trino, VALUES": ("clause from (values",),
            "Trino, Data types": ("literal ''", "escape ''", "type bigint", "type double"),
            "Trino, Keywords and identifiers": ('identifier "',),
        },
        {
            "type varchar": Fact("text without a limit of length; a double is written as 5.0E-1", "Trino, Data types"),
            "function md5": Fact("md5(bytes): the 16 bytes of their MD5", "Trino, Binary functions and operators"),
            "function to_utf8": Fact("to_utf8(text): its bytes in UTF-8", "Trino, Binary functions and operators"),
            "function to_hex": Fact(
                "to_hex(bytes): two hexadecimal digits for each", "Trino, Binary functions and operators"
            ),
            "function from_base": Fact(
                "from_base(digits, 16): a bigint", "Trino, Mathematical functions and operators"
            ),
        },
    ),
    "sqlserver": facts(
        {
            "Transact-SQL, Aggregate functions": ("avg", "max", "min"),
            "Transact-SQL, Mathematical functions": ("abs", "exp", "floor", "sqrt"),
            "Transact-SQL, Ranking functions": RANKS,
            "Transact-SQL, OVER clause": (FRAME,),
            "Transact-SQL, String functions": ("concat", "lower", "nchar", "replace"),
            "Transact-SQL, COALESCE and NULLIF": CONDITIONS,
            "Transact-SQL, Comparison operators": COMPARISONS,
            "Transact-SQL, Arithmetic operators": ("operator *", "operator -", "operator /"),
            "Transact-SQL, CAST and CONVERT": ("cast",),
            "Transact-SQL, Table value constructor": ("clause from (values",),
            "Transact-SQL, Constants": ("literal ''", "escape ''"),
            "Transact-SQL, Data types": ("type bigint",),
        },
        {
            "clause fetch next": Fact(
                "order by .. offset 0 rows fetch next n rows only", "Transact-SQL, ORDER BY clause"
            ),
            "collation Latin1_General_100_BIN2": Fact(
                "compares code points; blanks at the end of a text still do not count",
                "SQL Server, Collation and Unicode support",
            ),
            "function convert": Fact(
                "convert(nvarchar, x, 126): dates and times in ISO 8601 with every digit, money with four decimals"
                " as style 2; for floats a legacy style of 16 digits, where the default has 6; texts and whole"
                " numbers have no style",
                "Transact-SQL, CAST and CONVERT",
            ),
            "function count": Fact(
                "count(*) is an int: an error beyond 2^31 - 1 rows of one group, never a wrong number",
                "Transact-SQL, COUNT",
            ),
            "function count_big": Fact("count_big(*) counts rows as a bigint", "Transact-SQL, COUNT_BIG"),
            "function sum": Fact(
                "sum(int) is an int: an error beyond 2^31 - 1, never a wrong number", "Transact-SQL, SUM"
            ),
            "function left": Fact("left(text, n): the first n characters", "Transact-SQL, LEFT"),
            "function len": Fact(
                "len(text): characters but for blanks at the end, so one more character is put there",
                "Transact-SQL, LEN",
            ),
            "function log": Fact(
                "log(x) of one argument is the natural logarithm, as a float; there is no ln", "Transact-SQL, LOG"
            ),
            "function replicate": Fact("replicate(text, n): the text n times", "Transact-SQL, REPLICATE"),
            "function try_cast": Fact("try_cast(x as type): NULL where x is none", "Transact-SQL, TRY_CAST"),
            "identifier [": Fact(
                "a quoted identifier; ]] in it is ]; double quotes depend on a setting",
                "Transact-SQL, Database identifiers",
            ),
            "literal N''": Fact(
                "a Unicode text; without the N other characters than the code page's become ?",
                "Transact-SQL, Constants",
            ),
            "operator +": Fact("adds numbers, joins texts", "Transact-SQL, Operators"),
            "type float(53)": Fact("64-bit IEEE 754", "Transact-SQL, float and real"),
            "type nvarchar(4000)": Fact(
                "text of at most 4000 characters, the most but for max; cut without an error",
                "Transact-SQL, nchar and nvarchar",
            ),
            "type varbinary(8000)": Fact(
                "bytes, of which those at the end count too", "Transact-SQL, binary and varbinary"
            ),
            "function hashbytes": Fact(
                "hashbytes('MD5', bytes or text): 16 bytes, of a text those of its collation's code page",
                "Transact-SQL, HASHBYTES",
            ),
            "function substring": Fact("substring(bytes, 1, 6): the first bytes", "Transact-SQL, SUBSTRING"),
            "collation Latin1_General_100_BIN2_UTF8": Fact(
                "varchar in UTF-8, since SQL Server 2019", "SQL Server, Collation and Unicode support"
            ),
            "type varchar(max)": Fact("text of up to 2 GB", "Transact-SQL, char and varchar"),
        },
    ),
    "oracle": facts(
        {
            "Oracle SQL Language Reference, Aggregate Functions": AGGREGATES,
            "Oracle SQL Language Reference, Numeric Functions": NUMERIC,
            "Oracle SQL Language Reference, Analytic Functions": (*RANKS, FRAME),
            "Oracle SQL Language Reference, Character Functions": ("chr", "length", "lower", "replace", "substr"),
            "Oracle SQL Language Reference, NULL-Related Functions": CONDITIONS,
            "Oracle SQL Language Reference, Comparison Conditions": COMPARISONS,
            "Oracle SQL Language Reference, Arithmetic Operators": ARITHMETIC,
            "Oracle SQL Language Reference, CAST": ("cast",),
            "Oracle SQL Language Reference, Database Object Names and Qualifiers": ('identifier "',),
        },
        {
            "clause fetch first": Fact(
                "order by .. fetch first n rows only, since 12c; there is no limit",
                "Oracle SQL Language Reference, SELECT",
            ),
            "clause from dual": Fact(
                "a select needs a from clause before 23ai; dual has one row",
                "Oracle SQL Language Reference, DUAL Table",
            ),
            "function rpad": Fact(
                "rpad(text, n, pad): n is the width on a screen, where an East Asian character may count as two",
                "Oracle SQL Language Reference, RPAD",
            ),
            "literal ''": Fact(
                "a text; the empty one is NULL, so a class of a single NULL key has no name",
                "Oracle SQL Language Reference, Nulls",
            ),
            "escape ''": Fact("two quotes in a literal are one", "Oracle SQL Language Reference, Text Literals"),
            "operator ||": Fact(
                "joins texts end to end; NULL is the empty text",
                "Oracle SQL Language Reference, Concatenation Operator",
            ),
            "type binary_double": Fact(
                "64-bit IEEE 754; double precision would be a decimal number",
                "Oracle SQL Language Reference, Data Types",
            ),
            "type integer": Fact("number(38, 0)", "Oracle SQL Language Reference, Data Types"),
            "type varchar2(4000)": Fact(
                "needs a length; 4000 bytes are the standard maximum", "Oracle SQL Language Reference, Data Types"
            ),
            "function standard_hash": Fact(
                "standard_hash(bytes, 'MD5'): 16 bytes", "Oracle SQL Language Reference, STANDARD_HASH"
            ),
            "function rawtohex": Fact(
                "rawtohex(bytes): two hexadecimal digits for each, in upper case",
                "Oracle SQL Language Reference, RAWTOHEX",
            ),
            "function to_number": Fact(
                "to_number(digits, 'XX'): X is a hexadecimal digit",
                "Oracle SQL Language Reference, TO_NUMBER; Number Format Models",
            ),
            "function string_to_raw": Fact(
                "utl_i18n.string_to_raw(text, 'AL32UTF8'): its bytes in UTF-8",
                "Oracle PL/SQL Packages and Types Reference, UTL_I18N",
            ),
        },
    ),
}
"""The facts by dialect and construct, as spelled in the statements, which use just these."""

LISTS_VALUES = {"duckdb", "postgres", "sqlite", "spark", "databricks", "clickhouse"} | {
    dialect for dialect, documented in CONSTRUCTS.items() if "clause from (values" in documented
}
"""The dialects whose derived tables may list values, for long mappings only."""

BACKSLASH = {
    "mysql": True,
    "redshift": True,
    "databricks": True,
    "snowflake": True,
    "trino": False,
    "sqlserver": False,
    "oracle": False,
}
"""Whether a backslash in a literal is an escape, by the chapters on literals above."""

GRAMMAR_GAPS: dict[str, tuple[Gap, ...]] = {
    "mysql": (
        Gap(
            text=" as char character set utf8mb4)",
            instead=" as char)",
            reason=(
                "MySQL 8.4, Cast Functions and Operators: cast(expr as char[(n)] [charset_info]),"
                " charset_info: character set name"
            ),
        ),
    ),
}
"""The documented texts that the second grammar does not know; it reads the rest.

The first grammar reads all of the statement.
"""

UNFRAMED = r"(?s)sum\(\w+\) over \([^()]*order by (?:(?! rows between)[^()])*\)"

TRAPS: dict[str, tuple[Trap, ...]] = {
    "mysql": (
        Trap(
            r"as bigint\)",
            "cast(n as bigint)",
            "bigint is no type to cast to",
            "MySQL 8.4, Cast Functions and Operators",
        ),
        Trap(r"\|\|", "a || b", "|| is a logical or, but in the mode PIPES_AS_CONCAT", "MySQL 8.4, Logical Operators"),
        Trap(
            r'(?m)^[^\'\n]*"\w+"[^\'\n]*$',
            'select "k" from t',
            "double quotes make a text, but in the mode ANSI_QUOTES",
            "MySQL 8.4, String Literals",
        ),
        Trap(r"(?<!char_)\blength\(", "length(x)", "length counts bytes", "MySQL 8.4, String Functions and Operators"),
    ),
    "redshift": (
        Trap(
            r"as varchar\)",
            "cast(x as varchar)",
            "varchar without a length has 256 bytes",
            "Redshift Developer Guide, Character types",
        ),
        Trap(
            r"as text\)", "cast(x as text)", "text is varchar of 256 bytes", "Redshift Developer Guide, Character types"
        ),
        Trap(
            r"select '[^']*' as",
            "select 'a' as value",
            "a bare literal has the type unknown in the query around",
            "Redshift Developer Guide, Data types",
        ),
        Trap(
            UNFRAMED,
            "sum(n) over (order by k)",
            "an aggregate ordered by a window needs a frame clause",
            "Redshift Developer Guide, Window function syntax",
        ),
        Trap(
            r"generate_series|now\(\)",
            "generate_series(1, 9)",
            "runs on the leader node only",
            "Redshift Developer Guide, Leader node-only functions",
        ),
        Trap(
            r"as numeric\)|as decimal\)",
            "cast(x as numeric)",
            "numeric without a scale is numeric(18, 0)",
            "Redshift Developer Guide, Numeric types",
        ),
    ),
    "databricks": (
        Trap(r"\blog\(", "log(x)", "log(x) is natural here and to base 10 elsewhere", "Databricks SQL, log function"),
        Trap(
            r"as decimal\)",
            "cast(x as decimal)",
            "decimal without a scale is decimal(10, 0)",
            "Databricks SQL, DECIMAL type",
        ),
        Trap(
            r'(?m)^[^\'\n]*"\w+"[^\'\n]*$',
            'select "k" from t',
            "double quotes make a text",
            "Databricks SQL, STRING type",
        ),
    ),
    "snowflake": (
        Trap(
            r"as char\)|as number\)",
            "cast(x as char)",
            "char has one character, number no decimals",
            "Snowflake SQL reference, String and binary data types",
        ),
        Trap(
            r"(?<!\\)(?:\\\\)*\\[^\\]",
            "'x\\y'",
            "a lone backslash in a literal is an escape",
            "Snowflake SQL reference, String and binary data types",
        ),
    ),
    "trino": (
        Trap(r"as char\)", "cast(x as char)", "char without a length has one character", "Trino, Data types"),
        Trap(r"as float\)|as number\)", "cast(x as float)", "there is no such type", "Trino, Data types"),
        Trap(r";\s*$", "select 1;", "a semicolon is the client's, not the statement's", "Trino, Client protocol"),
    ),
    "sqlserver": (
        Trap(
            r"\bvalue_\d+ (?:<|>)",
            "value_1 < 5",
            "the key is bytes, which compare as another number",
            "Transact-SQL, Data type precedence",
        ),
        Trap(
            r"varchar\)|varbinary\)",
            "cast(x as nvarchar)",
            "in a cast without a length it is 30",
            "Transact-SQL, char and varchar",
        ),
        Trap(r"\bln\(|\blength\(|\bsubstr\(|\brpad\(", "ln(x)", "there is no such function", "Transact-SQL, Functions"),
        Trap(r"\|\|", "a || b", "no operator before SQL Server 2025", "Transact-SQL, String concatenation"),
        Trap(r"\blog\([^()]*,", "log(2, x)", "the base comes last", "Transact-SQL, LOG"),
        Trap(r"\blimit \d", "limit 5", "there is no limit", "Transact-SQL, SELECT"),
        Trap(r"(?<!N)'\w[^']*\W[^']*[^\x00-\x7f]", "'caf é'", "a text of the code page", "Transact-SQL, Constants"),
        Trap(r"as float\(24\)|as real\)", "cast(x as real)", "32 bits", "Transact-SQL, float and real"),
    ),
    "oracle": (
        Trap(
            r"(?m)^\s*select (?!.* from )[^\n]* union all$",
            "select 1 as x union all",
            "a select needs a from clause",
            "Oracle SQL Language Reference, DUAL Table",
        ),
        Trap(
            r"[)\w\"] as \w+\n\s*(?:where|cross join|left join|group by)",
            "from t as s\nwhere",
            "a table's alias takes no as",
            "Oracle SQL Language Reference, SELECT",
        ),
        Trap(
            r"as varchar2\)",
            "cast(x as varchar2)",
            "varchar2 needs a length",
            "Oracle SQL Language Reference, Data Types",
        ),
        Trap(
            r"as double precision\)|as float\)",
            "cast(x as float)",
            "a decimal number, not a double",
            "Oracle SQL Language Reference, Data Types",
        ),
        Trap(
            r"as clob\)",
            "cast(x as clob)",
            "cannot be grouped by",
            "Oracle SQL Language Reference, Restrictions on LOB Columns",
        ),
        Trap(
            r"in \((?:[^(),]*,){1000}",
            "in (" + "1," * 1000 + "1)",
            "a list has at most 1000 expressions",
            "Oracle SQL Language Reference, Expression Lists",
        ),
        Trap(
            r"(?:<>|in \(|select) ?''(?!')", "x <> ''", "the empty text is NULL", "Oracle SQL Language Reference, Nulls"
        ),
        Trap(r"\blimit \d", "limit 5", "there is no limit", "Oracle SQL Language Reference, SELECT"),
    ),
}
"""What looks right and is not, by dialect."""

RESERVED: dict[str, set[str]] = {
    "mysql": {"cube", "groups", "lead", "of", "rank", "rows", "system", "usage", "values", "window"},
    "redshift": {"defrag", "nulls", "offset", "oid", "partition", "percent", "tag", "top", "user", "wallet"},
    "databricks": {"anti", "cross", "except", "full", "inner", "left", "minus", "natural", "semi", "union"},
    "snowflake": {
        "account",
        "increment",
        "issue",
        "organization",
        "qualify",
        "rows",
        "sample",
        "schema",
        "start",
        "values",
    },
    "trino": {"auto", "cube", "extract", "grouping", "normalize", "skip", "table", "trim", "uescape", "values"},
    "sqlserver": {
        "file",
        "identity",
        "key",
        "percent",
        "plan",
        "public",
        "rowcount",
        "rule",
        "schema",
        "statistics",
        "top",
        "user",
    },
    "oracle": {
        "access",
        "cluster",
        "comment",
        "date",
        "file",
        "level",
        "mode",
        "number",
        "raw",
        "row",
        "rows",
        "share",
        "size",
        "uid",
        "user",
    },
}
"""Reserved words that a name of ours might be, besides the second grammar's full lists."""
