// A separate process that holds a lock on a database until it gets a message: FILE LOCK [SQL to run meanwhile].
import { DatabaseSync } from 'node:sqlite';

const [file = '', lock = 'IMMEDIATE', sql = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(`BEGIN ${lock}`);
database.exec(sql);
process.once('message', () => {
  database.exec('COMMIT');
  database.close();
  process.disconnect();
});
process.send?.('held');
