/**
 * The tests, by their whole titles, that use each feature of the extension once: a quick look at another version of VS Code. All
 * end-to-end tests run there only in `npm run test:long`, because they would take too long in `npm test`.
 */
export const FEATURES: Readonly<Record<string, string>> = {
  'the main path by keyboard':
    'Without a mouse one signs in, filters, syncs, reads the job, and uploads a file after looking at its rows',
  'walkthrough, demo and sample file':
    'The first run leads from the welcome view through the demo to the first upload and its job, by mouse',
  'a translation': 'In the language ja one signs in, syncs, looks at the job, and uploads a file',
  'reasons of failures, in tooltips and rows':
    'The rows of connections say why a sync failed that was started elsewhere: in the tooltip, in the row and on its page',
  'jobs after a reload':
    'A window that is reloaded while a sync runs is still signed in, tracks the same job, and announces its outcome once',
  'Clear Finished Jobs and Undo':
    'The Jobs view clears finished jobs, which come back with Undo, and keeps running ones',
  'the job page': 'The job page opens with the keyboard, and shows the data of its charts in tables',
  'the language status': 'A table in the editor shows its rows, columns and problems in the language status',
  'the icon in the title of an editor':
    'A table in the editor is uploaded by the icon in its title, which JSON has once its connection is known',
  'files from the Explorer, and conversions':
    'Uploading files from the explorer converts Windows-1252 with semicolons to UTF-8 with commas if that was chosen',
  'files that are dropped on a connection':
    'Files of the Explorer, a tab and the system are uploaded to the connection on whose row the mouse drops them, after a review',
  'a folder at once, and its summary':
    'Files of the Explorer, a tab and the system are those of a folder in one review, with a summary of each that repeats those that failed',
  'compressed files':
    'Files of the Explorer, a tab and the system are decompressed if they are compressed, which the review names, or refused if they are damaged',
  'the review and its table of first rows':
    'The review of an upload shows the first rows as a table whose cells are only text, until it is answered',
  'column profiles': 'A table in the editor has a column profile, whose names and values are only text',
  'control totals':
    'A load has control totals in its review and on its page, beside what the service counted, and they can be copied',
  'what changed since the last load':
    'A load is compared with the last one in its review, which warns if it is unlike earlier ones',
  'copies of uploads':
    'A load whose copy is kept can be compared with the file in the diff editor, and sent again after a review',
  'errors of the service in the file':
    'Uploading the active editor whose load fails at a value shows that as a problem in the file, where the notification and the job page lead',
  'targets and upload on save':
    'A folder that becomes trusted names targets and uploads on save from then on, and not before',
  'tools for language models':
    'A folder that is trusted is used by a tool to upload once VS Code’s dialog, in which names are only text, is confirmed',
  'tasks that sync':
    'Tasks show the steps of a job in a terminal as they happen, after a question about the connection',
  'tasks that check':
    'Tasks show the problems of a check and its exit code in a terminal, and the problems in their view',
  'entity IDs in tasks.json': 'Tasks complete the entity IDs of connections with their names in tasks.json',
  Diagnose: 'Support diagnoses a window without an account, and one that is signed in',
  'Copy as cURL and Copy Support Info':
    'Support copies requests as cURL commands and support information from the menus of rows',
  links: 'Support opens a link to a connection that was copied from its row',
  'Compare Accounts': 'Support compares the connections of two accounts in the diff editor',
};
