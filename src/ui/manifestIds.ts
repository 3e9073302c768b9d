// The IDs in the manifest that several files use. A test compares them with it.

export const EXTENSION_ID = 'data-connections.data-connections';

export const CONNECTIONS_VIEW = 'dataConnections.connections';
export const JOBS_VIEW = 'dataConnections.jobs';

/** The types of the panels that VS Code restores after a reload. */
export const CONNECTION_PANEL = 'dataConnections.connection';
export const JOB_PANEL = 'dataConnections.job';
export const OVERVIEW_PANEL = 'dataConnections.overview';
export const RESTORED_PANELS = [CONNECTION_PANEL, JOB_PANEL, OVERVIEW_PANEL] as const;
