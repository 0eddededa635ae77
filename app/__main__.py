import sys

from app.application import main

sys.exit(main())
