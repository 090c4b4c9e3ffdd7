/**
 * A bundled CommonJS package that is loaded by `await import()` has only a `default` export, although types and tests,
 * which load it unbundled, show named ones. Throws if a build contains such an import. `metafile` is esbuild's.
 */
export function refuseNamelessImports({ inputs }) {
  const found = Object.entries(inputs).flatMap(([path, { imports }]) =>
    imports
      .filter(({ kind, path: to }) => kind === 'dynamic-import' && inputs[to]?.format === 'cjs')
      .map(({ path: to }) => `${path} loads ${to}`),
  );
  if (found.length === 0) return;
  throw new Error(
    `bundled CommonJS has no names for await import(); a file of ours can import it: ${found.join(', ')}`,
  );
}
