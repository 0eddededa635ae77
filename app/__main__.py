import sys

from app.shell.application import main

sys.exit(main())
