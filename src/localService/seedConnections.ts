import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.ts';

/** A connection of the seed. Times are relative to the start of the service. */
export interface Seed {
  readonly entityName: string;
  readonly sourceSystem: string;
  readonly rows: number;
  readonly isActive?: false;
  readonly acceptsUploads?: true;
  readonly durationMs?: number;
  readonly everyMs?: number;
  readonly nextInMs?: number;
  /** Its most recent sync; without one it has never synced and `lastSyncId` has the value below. */
  readonly last?: {
    readonly agoMs: number;
    readonly failure?: { readonly step: 'Extract' | 'Load'; readonly message: string };
  };
  readonly lastSyncId?: null;
  /** A sync that is running at the start of the demo. */
  readonly syncing?: { readonly sinceMs: number; readonly totalMs: number };
}

const businessCentral = 'Dynamics 365 Business Central';
const sap = 'SAP S/4HANA';
const salesforce = 'Salesforce';
const snowflake = 'Snowflake';
const exact = 'Exact Online';
const dataLoader = 'Data Loader';

export const seeds: readonly Seed[] = [
  {
    entityName: 'General Ledger Entries',
    sourceSystem: businessCentral,
    rows: 48_210,
    durationMs: 14_000,
    everyMs: HOUR_MS,
    nextInMs: 24 * MINUTE_MS,
    last: { agoMs: 36 * MINUTE_MS },
  },
  {
    entityName: 'Chart of Accounts',
    sourceSystem: businessCentral,
    rows: 412,
    everyMs: DAY_MS,
    nextInMs: 9 * HOUR_MS,
    last: { agoMs: 15 * HOUR_MS },
  },
  {
    entityName: 'Customers',
    sourceSystem: businessCentral,
    rows: 3_180,
    everyMs: 2 * HOUR_MS,
    nextInMs: 71 * MINUTE_MS,
    last: { agoMs: 49 * MINUTE_MS },
  },
  {
    entityName: 'Vendor Ledger Entries',
    sourceSystem: businessCentral,
    rows: 9_640,
    everyMs: 4 * HOUR_MS,
    nextInMs: 2 * HOUR_MS,
    last: {
      agoMs: 2 * HOUR_MS,
      failure: {
        step: 'Extract',
        message: 'The environment "Production-EU" answered 503 Service Unavailable after 3 attempts.',
      },
    },
  },
  {
    entityName: 'Fixed Assets',
    sourceSystem: businessCentral,
    rows: 870,
    isActive: false,
    last: { agoMs: 41 * DAY_MS },
  },

  {
    entityName: 'Cost Center Actuals',
    sourceSystem: sap,
    rows: 126_400,
    durationMs: 45_000,
    everyMs: 6 * HOUR_MS,
    nextInMs: 5 * HOUR_MS,
    last: { agoMs: 65 * MINUTE_MS },
    syncing: { sinceMs: 70 * SECOND_MS, totalMs: 9 * MINUTE_MS },
  },
  { entityName: 'Profit Center Plan 2027', sourceSystem: sap, rows: 18_300, last: { agoMs: 3 * DAY_MS } },
  {
    entityName: 'Material Movements',
    sourceSystem: sap,
    rows: 311_000,
    durationMs: 3 * MINUTE_MS,
    everyMs: DAY_MS,
    nextInMs: 7 * HOUR_MS,
    last: {
      agoMs: 17 * HOUR_MS,
      failure: { step: 'Load', message: 'Row 155,500: the value of "PSTNG_DATE" is not a date.' },
    },
  },
  {
    entityName: 'Open Purchase Orders',
    sourceSystem: sap,
    rows: 2_204,
    everyMs: HOUR_MS,
    nextInMs: 41 * MINUTE_MS,
    last: { agoMs: 19 * MINUTE_MS },
  },
  {
    entityName: 'HR Headcount',
    sourceSystem: sap,
    rows: 640,
    isActive: false,
    last: {
      agoMs: 12 * DAY_MS,
      failure: { step: 'Extract', message: 'The technical user is locked. Ask the SAP administrator to unlock it.' },
    },
  },

  {
    entityName: 'Opportunities',
    sourceSystem: salesforce,
    rows: 5_420,
    everyMs: 30 * MINUTE_MS,
    nextInMs: 11 * MINUTE_MS,
    last: { agoMs: 19 * MINUTE_MS },
  },
  {
    entityName: 'Accounts',
    sourceSystem: salesforce,
    rows: 12_080,
    everyMs: 3 * HOUR_MS,
    nextInMs: 95 * MINUTE_MS,
    last: { agoMs: 85 * MINUTE_MS },
  },
  {
    entityName: 'Pipeline Snapshots',
    sourceSystem: salesforce,
    rows: 1_960,
    everyMs: 7 * DAY_MS,
    nextInMs: 4 * DAY_MS,
    lastSyncId: null,
  },
  { entityName: 'Cases', sourceSystem: salesforce, rows: 20_310, last: { agoMs: 6 * DAY_MS } },

  {
    entityName: 'Daily Sales (SALES_DWH.PUBLIC)',
    sourceSystem: snowflake,
    rows: 84_000,
    durationMs: 20_000,
    everyMs: 12 * HOUR_MS,
    nextInMs: 8 * HOUR_MS,
    last: { agoMs: 4 * HOUR_MS },
    syncing: { sinceMs: 25 * SECOND_MS, totalMs: 4 * MINUTE_MS },
  },
  {
    entityName: 'Web Traffic by Channel',
    sourceSystem: snowflake,
    rows: 36_500,
    everyMs: DAY_MS,
    nextInMs: 13 * HOUR_MS,
    last: { agoMs: 11 * HOUR_MS },
  },
  {
    entityName: 'Inventory Valuation',
    sourceSystem: snowflake,
    rows: 7_730,
    everyMs: DAY_MS,
    nextInMs: 20 * HOUR_MS,
    last: {
      agoMs: 4 * HOUR_MS,
      failure: { step: 'Load', message: 'Column "UNIT_COST" is missing from the query\'s result.' },
    },
  },
  {
    entityName: 'FX Rates',
    sourceSystem: snowflake,
    rows: 164,
    everyMs: 15 * MINUTE_MS,
    nextInMs: 6 * MINUTE_MS,
    last: { agoMs: 9 * MINUTE_MS },
  },

  {
    entityName: 'Sales Invoices NL',
    sourceSystem: exact,
    rows: 4_900,
    everyMs: 2 * HOUR_MS,
    nextInMs: 52 * MINUTE_MS,
    last: { agoMs: 68 * MINUTE_MS },
  },
  {
    entityName: 'Bank Transactions NL',
    sourceSystem: exact,
    rows: 2_310,
    everyMs: HOUR_MS,
    nextInMs: 33 * MINUTE_MS,
    last: { agoMs: 27 * MINUTE_MS },
  },
  { entityName: 'Subscriptions BE', sourceSystem: exact, rows: 1_120, isActive: false },

  {
    entityName: 'Budget Upload',
    sourceSystem: dataLoader,
    rows: 480,
    acceptsUploads: true,
    last: { agoMs: 2 * DAY_MS },
  },
  {
    entityName: 'Headcount Forecast',
    sourceSystem: dataLoader,
    rows: 96,
    acceptsUploads: true,
    last: {
      agoMs: 22 * HOUR_MS,
      failure: { step: 'Load', message: 'Row 31: "1.250,00" in column "Amount" is not a number.' },
    },
  },
  { entityName: 'Journal Adjustments', sourceSystem: dataLoader, rows: 36, acceptsUploads: true },
  { entityName: 'Store Targets', sourceSystem: dataLoader, rows: 210, acceptsUploads: true, lastSyncId: null },
];
