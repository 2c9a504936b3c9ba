// What `python.js` uses of Pyodide, whose own file the build puts beside it. Types only.
export function loadPyodide(options: {
  indexURL: string;
  stdLibURL: string;
  createPyodideModule: (settings: any) => Promise<any>;
}): Promise<any>;
