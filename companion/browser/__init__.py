"""The whole companion in a browser, without a server: what its worker needs beside the tracker."""
