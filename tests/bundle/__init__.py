"""The program that is downloaded, tried as whoever downloads it would: `make test-bundle`, after `make bundle`."""
