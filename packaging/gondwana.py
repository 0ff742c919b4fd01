"""Where the frozen program begins. A process that the lab starts for its matches begins here too."""

from __future__ import annotations

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    freeze_support()  # before anything is imported: such a process is no window

    from app.__main__ import main

    sys.exit(main())
