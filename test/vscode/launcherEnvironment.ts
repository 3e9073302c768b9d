/** The version of VS Code for the launcher, because runTests only passes switches of VS Code. */
export const SERVER_VERSION_VARIABLE = 'VSCODE_SERVER_VERSION';

/** Variables with this prefix are passed to the extension host. */
export const ENVIRONMENT_PREFIX = 'DATA_CONNECTIONS_';

/** The prefix of all lines printed by the tests, to separate them from messages of VS Code in a server's window. */
export const TEST_OUTPUT_MARK = '▏';
