import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// The layers: base <- model <- { api | data | jobs } <- app <- ui <- extension.ts. An import the other way is an error.
const layers = {
  base: [],
  model: ['base'],
  api: ['base', 'model'],
  data: ['base', 'model'],
  jobs: ['base', 'model'],
  localService: ['base'],
  app: ['base', 'model', 'api', 'data', 'jobs'],
  ui: ['base', 'model', 'api', 'data', 'jobs', 'app'],
};

// The layers within data, from reading text to running a check, a fix or a conversion in a worker.
const dataFolders = {
  digest: [],
  gzip: [],
  text: [],
  csv: ['text'],
  json: ['text'],
  totals: ['text', 'csv', 'json'],
  check: ['digest', 'text', 'csv', 'json', 'totals'],
  file: ['digest', 'text', 'csv'],
  convert: ['gzip', 'text', 'csv', 'json', 'check'],
  fix: ['text', 'csv', 'json', 'check'],
  references: ['file', 'text', 'csv', 'json', 'check', 'convert'],
  fingerprint: ['text', 'csv', 'json', 'check', 'convert'],
  worker: ['digest', 'gzip', 'text', 'csv', 'json', 'totals', 'check', 'convert', 'fix', 'references', 'fingerprint'],
};

// The layers within jobs, from what is known about a job to where it is stored and when it is polled.
const jobFolders = {
  history: [],
  database: [],
  store: ['history', 'database'],
  polling: ['history', 'store'],
};

// The layers within app, from the session to the use cases that need it.
const appFolders = {
  session: [],
  connections: ['session'],
  tracking: ['session', 'connections'],
  sync: ['session', 'tracking', 'connections'],
  upload: ['session', 'tracking', 'connections'],
  links: ['session', 'tracking', 'connections'],
  diagnosis: ['session'],
  compare: [],
  curl: [],
  demo: ['session'],
  tasks: ['session', 'tracking', 'connections', 'sync', 'upload'],
  tools: ['session', 'tracking', 'connections', 'sync', 'upload'],
};

// The layers within ui: what all features may import, and the few imports between features.
const sharedUi = {
  window: [],
  // Runs in the browser, in a webview.
  page: [],
  format: ['window', 'page'],
  errors: ['window', 'format'],
  editor: ['window', 'format', 'errors'],
  commands: ['errors'],
};
const sharedFolders = [
  ...Object.keys(sharedUi),
  'settings.ts',
  'currentSettings.ts',
  'contextKeys.ts',
  'manifestIds.ts',
];
const uiFolders = {
  ...sharedUi,
  accounts: sharedFolders,
  check: [...sharedFolders, 'profilePage'],
  connectionPage: sharedFolders,
  connections: sharedFolders,
  diagnose: [...sharedFolders, 'network'],
  editorTitle: sharedFolders,
  explain: sharedFolders,
  firstRun: sharedFolders,
  jobPage: sharedFolders,
  jobs: [...sharedFolders, 'jobPage', 'status'],
  links: sharedFolders,
  network: sharedFolders,
  overview: sharedFolders,
  status: [...sharedFolders, 'accounts'],
  profilePage: sharedFolders,
  rowsPage: sharedFolders,
  serviceProblems: sharedFolders,
  summaryPage: sharedFolders,
  upload: [...sharedFolders, 'connections', 'editorTitle', 'rowsPage', 'summaryPage'],
  tasks: [...sharedFolders, 'check', 'connections', 'upload'],
  tools: [...sharedFolders, 'upload'],
};

// The folders of features with a webview: its script is in `page`, and the messages to and from it in `messages.ts`.
const pageFolders = ['connectionPage', 'jobPage', 'overview', 'profilePage', 'rowsPage', 'summaryPage'];

/** The script of a page may import only base, what all pages share, and its own messages. */
const pageZones = [
  { own: ['ui/page'] },
  ...pageFolders.map((folder) => ({ own: ['ui/page', `ui/${folder}/page`, `ui/${folder}/messages.ts`] })),
].map(({ own }) => ({
  target: own.filter((path) => own.length === 1 || path !== 'ui/page').map((path) => `./src/${path}`),
  from: './src',
  except: ['base', ...own].map((path) => `./${path}`),
  message: 'A page may import only base, src/ui/page and its messages.',
}));

const importRule = {
  zones: [
    ...zonesOf('src', layers),
    ...zonesOf('src/data', dataFolders),
    ...zonesOf('src/jobs', jobFolders),
    ...zonesOf('src/app', appFolders),
    ...zonesOf('src/ui', uiFolders),
  ],
};

/** Restricts each folder to importing the sibling folders that are allowed for it. */
function zonesOf(parent, folders) {
  return Object.entries(folders).map(([folder, allowed]) => ({
    target: `./${parent}/${folder}`,
    from: `./${parent}`,
    except: [folder, ...allowed].map((name) => `./${name}`),
    message: `${parent}/${folder} may import ${allowed.length === 0 ? 'nothing else' : `only ${allowed.join(', ')}`} of ${parent}.`,
  }));
}

// All APIs of VS Code and the DOM that display text. Only src/ui/window may use them; its functions take a separate type for each place.
const displayApis = anyOf(`
  showInformationMessage showWarningMessage showErrorMessage showQuickPick createQuickPick showInputBox createInputBox
  showOpenDialog showSaveDialog showWorkspaceFolderPick withProgress withScmProgress setStatusBarMessage
  createStatusBarItem createLanguageStatusItem createTreeView registerTreeDataProvider createWebviewPanel
  registerWebviewPanelSerializer registerWebviewViewProvider registerCustomEditorProvider createTerminal
  createDiagnosticCollection registerCodeActionsProvider registerCodeLensProvider registerHoverProvider
  registerCompletionItemProvider registerInlayHintsProvider registerFileDecorationProvider registerDocumentLinkProvider
  registerSignatureHelpProvider createCommentController createSourceControl createTestController
  createTextEditorDecorationType TreeItem MarkdownString Diagnostic DiagnosticRelatedInformation CodeAction CodeLens
  Hover CompletionItem InlayHint FileDecoration Task registerTool innerHTML outerHTML insertAdjacentHTML setHTMLUnsafe`);
const shownTypes = anyOf(`
  NotificationText ProgressText DialogText ButtonText QuickPickText InputText TitleText StatusBarText
  LanguageStatusText TreeText DiagnosticText TerminalText CompletionText ConfirmationText PageHtml Tooltip TreeRow View Problem Panel PickItem Picker TextBox
  StatusItem LanguageItem`);

const sinkRule = [
  ...[
    `MemberExpression > Identifier.property[name=${displayApis}]`,
    `MemberExpression > Literal.property[value=${displayApis}]`,
    `ObjectPattern > Property > Identifier.key[name=${displayApis}]`,
    `ImportDeclaration[source.value='vscode'][importKind='value'] > ImportSpecifier[imported.name=${displayApis}]`,
  ].map((selector) => ({
    selector,
    message: 'Text is shown through src/ui/window only (CONTRIBUTING, "Text on screen").',
  })),
  {
    selector: `TSAsExpression TSTypeReference > Identifier[name=${shownTypes}]`,
    message: 'Only the function of the place makes this type (src/base/sinkText.ts).',
  },
  {
    selector: "MemberExpression[object.name='JSON'] > Identifier.property[name='parse']",
    message: 'Use parseJson (src/base/json.ts): the error of JSON.parse quotes the text.',
  },
];

// Reports texts that are not translated, or only in fragments. What reads the same in every language is allowed: our name, examples.
const textSinks =
  '/^(notification|progress|dialog|button|quickPick|input|title|statusBar|languageStatus|tree|diagnostic)Text$/';
const translatableRule = [
  ...[
    `CallExpression[callee.name=${textSinks}] > Literal[value=/^(?!Data Connections$|https:|\\S+@)\\W*[A-Za-z]{2}/]`,
    `CallExpression[callee.name=${textSinks}] > TemplateLiteral > TemplateElement[value.raw=/[A-Za-z]{2}/]`,
    "NewExpression[callee.name='UserError'] > :matches(Literal, TemplateLiteral).arguments:first-child",
  ].map((selector) => ({ selector, message: 'Pass the text to l10n.t, so that it is translated.' })),
  ...[
    // Concatenating whole sentences is fine.
    "TemplateLiteral:has(> CallExpression[callee.property.name='t']) > TemplateElement[value.raw=/[A-Za-z:,(]/]",
    "BinaryExpression[operator='+'] > CallExpression[callee.property.name='t']",
    "CallExpression[callee.property.name='t'] > ConditionalExpression[consequent.type='Literal'][consequent.value=/^[a-z ]*$/]",
  ].map((selector) => ({
    selector,
    message:
      'Languages order words differently: make it one text with placeholders, and a text of its own for the singular.',
  })),
];

// Calls that only one file may make, or none where no `file` is given.
const singleFileRules = [
  {
    file: 'src/ui/contextKeys.ts',
    selector: "CallExpression > Literal.arguments[value='setContext']",
    message: 'Use setContextKey (src/ui/contextKeys.ts), which knows the keys of the manifest.',
  },
  {
    file: 'src/ui/commands/registerCommands.ts',
    selector: 'CallExpression[callee.property.name=/^register(TextEditor)?Command$/]',
    message: 'Add the command to the table of registerCommands, which reports its errors.',
  },
  {
    // Except for the commands that VS Code adds to show a view.
    selector:
      "CallExpression[callee.property.name='executeCommand'] > Literal.arguments:first-child[value=/^dataConnections\\.(?!\\w+\\.(focus|open)$)/]",
    message: 'Call the function of the command, which has types.',
  },
  {
    selector:
      ":not(CallExpression[callee.name=/^read(Target|Chat)?Settings$/] > CallExpression)[callee.property.name='getConfiguration'][arguments.0.value!='http']",
    message: 'Pass the configuration to readSettings (src/ui/settings.ts), which decides whose values count.',
  },
  {
    // Scripts of pages may start timers that are never cleared: closing the page ends them.
    file: 'src/ui/{page,*/page}/**',
    selector:
      ':matches(ExpressionStatement, ArrowFunctionExpression, UnaryExpression) > CallExpression[callee.name=/^set(Timeout|Interval)$/]',
    message: 'Keep the timer, so that disposing can clear it.',
  },
];

/** The `no-restricted-syntax` rule for most files, or for `file`, which is exempt from its own rules. */
function syntaxRule(file) {
  const rules = singleFileRules.filter((rule) => file === undefined || rule.file !== file);
  return ['error', ...sinkRule, ...translatableRule, ...rules.map(({ selector, message }) => ({ selector, message }))];
}

/** A pattern for one of these names. */
function anyOf(names) {
  return `/^(${names.trim().split(/\s+/).join('|')})$/`;
}

export default defineConfig(
  globalIgnores(['dist/', 'out/', 'coverage/', '.mutation/', '.vscode-test/', 'node_modules/', 'test/fixtures/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js'] })],
    },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Numbers in templates are unambiguous. Other types have to be converted to text explicitly.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      curly: 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'import-x/no-default-export': 'error',
      'import-x/no-restricted-paths': ['error', importRule],
    },
  },
  {
    // Each module that is declared in a file has its own imports.
    files: ['**/*.d.ts'],
    rules: { 'no-duplicate-imports': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/ui/**', 'src/extension.ts', 'src/features.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'vscode', message: 'Only src/ui, src/extension.ts and src/features.ts know VS Code.' }] },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      'src/ui/window/**',
      'src/base/sinkText.ts',
      'src/base/terminalText.ts',
      'src/base/json.ts',
      'src/localService/**',
    ],
    rules: { 'no-restricted-syntax': syntaxRule() },
  },
  ...singleFileRules.flatMap(({ file }) =>
    file === undefined ? [] : [{ files: [file], rules: { 'no-restricted-syntax': syntaxRule(file) } }],
  ),
  {
    // The scripts of pages run in a browser, without VS Code and Node.
    files: ['src/ui/{page,*/page}/**/*.ts', ...pageFolders.map((folder) => `src/ui/${folder}/messages.ts`)],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'vscode', message: 'The page runs in a browser.' }], patterns: ['node:*'] },
      ],
      'import-x/no-restricted-paths': ['error', { zones: pageZones }],
    },
  },
  {
    files: ['**/*.ts', '**/*.js'],
    rules: { 'no-nested-ternary': 'error' },
  },
  {
    files: ['test/**/*.ts', 'test/**/*.js', 'esbuild.js', 'src/localService/**/*.ts'],
    rules: {
      // Command-line programs: their output is their interface.
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  prettier,
);
