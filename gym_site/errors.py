"""The errors that the site raises for people to read. Every message is a sentence, without anything that is secret.

SiteError
  SettingsError        a setting is invalid
  CommandError         a command failed
  RecordFaultError     a change would make a record invalid
  DatabaseError
    SchemaError        the schema doesn't fit this version of the site
      MigrationError   a migration failed
    UnequalCopyError   a copy has not all rows
MistakesError          the gym's folder has mistakes; ends a program that doesn't catch it (`gym_site.folder`)
"""


class SiteError(Exception):
    """The base of all errors below."""


class SettingsError(SiteError, ValueError):
    """A setting is invalid. The message is one line, which begins with the variable's name or with file and line.

    ``line``: the line of ``.env`` that can't be read; 0: the whole file; None: the fault is in a variable.
    """

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class CommandError(SiteError):
    """A command failed. The message has one or more lines for the user."""


class RecordFaultError(SiteError):
    """A change that would make a record invalid; the message says why."""


class DatabaseError(SiteError):
    """The database can't be used as it is."""


class SchemaError(DatabaseError):
    """The schema doesn't fit this version of the site, and was not changed. The message fits one log line."""


class MigrationError(SchemaError):
    """A migration failed and was rolled back. The message contains its revision."""


class UnequalCopyError(DatabaseError):
    """The copy and the original have different numbers of rows."""
