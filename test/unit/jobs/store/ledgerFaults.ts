import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { holdLock } from './holdLock.ts';
import type { LedgerFolder } from './ledgerFolder.ts';

/** Where a fault happens. */
export interface FaultPlace {
  readonly folder: LedgerFolder;
  /** The connections of the windows. */
  readonly connections: readonly DatabaseSync[];
  /** How the windows open the database. */
  open: () => DatabaseSync | undefined;
}

/** Undoes what must end for the ledger to be usable again. */
export type EndFault = () => Promise<void> | void;

interface LedgerFault {
  readonly name: string;
  readonly begin: (place: FaultPlace) => Promise<EndFault> | EndFault;
  /** When it happens: while no window has the ledger open, or while two have. */
  readonly moments: readonly FaultMoment[];
  /** The problem, as the log tells it; none if windows can work with the file as before. */
  readonly says?: RegExp;
  /** There is no database for this window from then on: it can neither lose nor keep anything. */
  readonly isFinal?: true;
  /** It needs permissions that Windows doesn't have. */
  readonly isPosix?: true;
}

export type FaultMoment = 'closed' | 'open';

const BOTH: readonly FaultMoment[] = ['closed', 'open'];
const PAGE_BYTES = 4096;
const nothing = (): void => undefined;

const LOCKED = /locked by another process/;
const UNREADABLE = /damaged|moved, deleted or emptied/;

/** Everything that can happen to the database, as programs, disks and users do it. */
export const LEDGER_FAULTS: readonly LedgerFault[] = [
  { name: 'another process writes for 5 s', moments: BOTH, says: LOCKED, begin: lock('IMMEDIATE') },
  { name: 'another process holds every lock for 5 s', moments: BOTH, says: LOCKED, begin: lock('EXCLUSIVE') },
  {
    name: 'a lock of 5 s before the tables are created',
    moments: ['closed'],
    says: LOCKED,
    begin: ({ folder }) => {
      removeFiles(folder);
      return holdLock(folder.file, 'EXCLUSIVE');
    },
  },
  {
    name: 'the disk is full',
    moments: BOTH,
    says: /the disk is full/,
    begin: (place) => {
      const fill = (database: DatabaseSync): DatabaseSync => (database.exec('PRAGMA max_page_count = 1'), database);
      const { open } = place;
      openOf(place).forEach(fill);
      place.open = () => {
        const database = open();
        return database && fill(database);
      };
      return () => void (place.open = open);
    },
  },
  {
    name: 'the write-ahead log can’t grow',
    moments: ['open'],
    says: /cannot be read or written/,
    begin: () => {
      // To the system, a file that reaches its size limit. Nothing else is written to files meanwhile.
      limitFiles(String(PAGE_BYTES));
      return () => limitFiles('unlimited');
    },
  },
  {
    name: 'the database is read-only',
    moments: BOTH,
    says: /is read-only/,
    begin: (place) => {
      const { open } = place;
      place.open = () => new DatabaseSync(place.folder.file, { readOnly: true, timeout: 0 });
      openOf(place).forEach((connection) => connection.exec('PRAGMA query_only = 1'));
      return () => void (place.open = open);
    },
  },
  {
    name: 'the folder is read-only',
    moments: BOTH,
    says: /is read-only/,
    isPosix: true,
    begin: ({ folder }) => {
      const setModes = (ofFolder: number, ofFiles: number): void => {
        readdirSync(folder.path).forEach((name) => chmodSync(join(folder.path, name), ofFiles));
        chmodSync(folder.path, ofFolder);
      };
      setModes(0o555, 0o444);
      const regainRights = dropRights();
      const end = (): void => {
        regainRights();
        setModes(0o755, 0o644);
      };
      try {
        assert.throws(() => writeFileSync(join(folder.path, 'new'), ''), { code: 'EACCES' });
        assert.throws(() => openSync(folder.file, 'r+'), { code: 'EACCES' });
      } catch (error) {
        end();
        throw error;
      }
      return end;
    },
  },
  {
    name: 'the folder can’t be created',
    moments: ['closed'],
    says: /cannot be read or written/,
    begin: (place) => {
      const { folder, open } = place;
      const blocked = `${folder.path}/file`;
      writeFileSync(blocked, '');
      place.open = () => openLedgerFile(`${blocked}/folder/jobs.db`, folder.log);
      return () => void (place.open = open);
    },
  },
  { name: 'a damaged header', moments: BOTH, says: UNREADABLE, begin: overwrite('', 0, 100) },
  { name: 'a damaged page', moments: BOTH, says: UNREADABLE, begin: overwrite('', 3 * PAGE_BYTES, PAGE_BYTES) },
  {
    name: 'a truncated file',
    moments: BOTH,
    says: UNREADABLE,
    begin: ({ folder }) => (truncateSync(folder.file, 5000), nothing),
  },
  {
    name: 'an empty file',
    moments: BOTH,
    says: UNREADABLE,
    begin: ({ folder }) => (truncateSync(folder.file, 0), nothing),
  },
  { name: 'a file of something else', moments: BOTH, says: UNREADABLE, begin: overwrite('', 0, 64 * PAGE_BYTES) },
  { name: 'a damaged write-ahead log', moments: BOTH, says: UNREADABLE, begin: overwrite('-wal', 60, 400) },
  {
    name: 'an empty write-ahead log',
    moments: BOTH,
    says: UNREADABLE,
    begin: ({ folder }) => (existsSync(`${folder.file}-wal`) && truncateSync(`${folder.file}-wal`, 0), nothing),
  },
  {
    name: 'the file is deleted',
    moments: BOTH,
    says: UNREADABLE,
    begin: ({ folder }) => (rmSync(folder.file), nothing),
  },
  {
    name: 'all files are deleted',
    moments: BOTH,
    says: UNREADABLE,
    begin: ({ folder }) => (removeFiles(folder), nothing),
  },
  {
    name: 'another file takes its place',
    moments: BOTH,
    says: UNREADABLE,
    begin: ({ folder }) => {
      copyFileSync(folder.file, `${folder.file}.copy`);
      renameSync(`${folder.file}.copy`, folder.file);
      return nothing;
    },
  },
  {
    name: 'a folder takes its place',
    moments: BOTH,
    says: /cannot be opened|cannot be read or written|moved, deleted or emptied/,
    begin: ({ folder }) => {
      const aside = `${folder.file}.aside`;
      renameSync(folder.file, aside);
      mkdirSync(folder.file);
      return () => {
        rmdirSync(folder.file);
        renameSync(aside, folder.file);
      };
    },
  },
  {
    name: 'a newer version adds a column',
    moments: BOTH,
    begin: ({ folder }) => {
      migrate(folder, 'ALTER TABLE job ADD COLUMN added TEXT', 0);
      return nothing;
    },
  },
  {
    name: 'a newer version changes the tables',
    moments: BOTH,
    says: /belongs to a newer version/,
    isFinal: true,
    begin: ({ folder }) => {
      migrate(folder, 'ALTER TABLE job RENAME TO task', 1);
      return nothing;
    },
  },
];

function openOf({ connections }: FaultPlace): readonly DatabaseSync[] {
  return connections.filter(({ isOpen }) => isOpen);
}

function lock(kind: 'IMMEDIATE' | 'EXCLUSIVE') {
  return ({ folder }: FaultPlace): Promise<EndFault> => holdLock(folder.file, kind);
}

function overwrite(part: '' | '-wal', at: number, byteLength: number) {
  return ({ folder }: FaultPlace): EndFault => {
    const path = folder.file + part;
    if (existsSync(path)) {
      const file = openSync(path, 'r+');
      const left = Math.max(0, fstatSync(file).size - at);
      writeSync(file, Buffer.alloc(Math.min(byteLength, left), 0xab), 0, undefined, at);
      closeSync(file);
    }
    return nothing;
  };
}

function removeFiles({ file }: LedgerFolder): void {
  ['', '-wal', '-shm'].forEach((part) => rmSync(file + part, { force: true }));
}

/** As the next version would do it, whose tables versions of that number or later can use. */
function migrate(folder: LedgerFolder, change: string, later: number): void {
  const database = new DatabaseSync(folder.file, { timeout: 1000 });
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  database.exec(`BEGIN IMMEDIATE; ${change}; UPDATE ledger SET compatible_from = ${version + later};
    PRAGMA user_version = ${version + 1}; COMMIT`);
  database.close();
}

/** Permissions don't apply to root: takes the effective rights of a user without any, and returns a function that restores those of root. */
function dropRights(): () => void {
  if (process.geteuid?.() !== 0) {
    return nothing;
  }
  const UNPRIVILEGED_ID = 65_534;
  const group = process.getegid?.() ?? 0;
  process.setegid?.(UNPRIVILEGED_ID);
  process.seteuid?.(UNPRIVILEGED_ID);
  return () => {
    process.seteuid?.(0);
    process.setegid?.(group);
  };
}

function limitFiles(soft: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:unlimited`]);
}
