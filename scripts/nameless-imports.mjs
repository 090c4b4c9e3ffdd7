/**
 * A CommonJS package that is bundled and loaded by `await import()` has a `default` and no other name, though types and
 * tests, which load it unbundled, say otherwise. Throws where a build holds one. `metafile` is esbuild's.
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
