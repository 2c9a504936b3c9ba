"""The files of one program: those beside it, in its folder, in a zip.

| module | what it is                                                            |
|--------|-----------------------------------------------------------------------|
| copies | `Copies`: a folder of our own for a stranger's files, within limits   |
| unzip  | what is in a zip, unpacked with suspicion                             |
| choice | which of several Python files is the program                          |
| beside | the files beside a program that it imports or names                   |
| gather | from a path to a program that can be run                              |

Each module imports only from the rows above it.
"""
