/** Names the version of VS Code that the launcher runs, as runTests passes on nothing but switches of VS Code. */
export const SERVER_VERSION_VARIABLE = 'VSCODE_SERVER_VERSION';

/** Variables of this beginning reach the extension host. */
export const ENVIRONMENT_PREFIX = 'DATA_CONNECTIONS_';

/** Begins every line that the tests print, which in a server's window arrives among VS Code's own messages. */
export const TEST_OUTPUT_MARK = '▏';
