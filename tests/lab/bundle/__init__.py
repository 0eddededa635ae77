"""The program that people download, tried as they would: `make test-bundle`, after `make bundle`."""
