"""The program around the pages: command line, Qt application, main window, crash reports, self-test."""
