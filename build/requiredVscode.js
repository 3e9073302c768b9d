import { readFileSync } from 'node:fs';

const TYPES = 'node_modules/@types/vscode/index.d.ts';
const EXPORT = /^\texport (?:namespace|class|enum|const) (\w+)/gm;

/**
 * An esbuild plugin that gets VS Code's API with `require()` in bundles that are ES modules. For an `import`, VS Code generates a module
 * with all exports of the API, anew for each extension, which costs every window about a quarter of the activation.
 */
export function requiredVscode() {
  return {
    name: 'required-vscode',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^vscode$/ }, ({ kind, path }) =>
        kind === 'require-call' ? { path, external: true } : { path, namespace: 'required-vscode' },
      );
      onLoad({ filter: /.*/, namespace: 'required-vscode' }, () => {
        const names = new Set(Array.from(readFileSync(TYPES, 'utf8').matchAll(EXPORT), ([, name]) => name));
        return {
          // As functions without side effects, exports that are not used are left out of the bundle.
          contents: [
            "const api = require('vscode');",
            ...Array.from(names, (name) => `export const ${name} = /* @__PURE__ */ (() => api.${name})();`),
          ].join('\n'),
        };
      });
    },
  };
}
