import type { Language } from './catalogs.ts';

/** English texts that are right in another language as they are. */
export const SAME_TEXTS: Readonly<Record<Language, readonly string[]>> = {
  de: [
    'Name',
    'Upload',
    'OK',
    'Problem',
    'Remote',
    'Demo: {0}',
    'CSV',
    'JSON',
    'in {0}',
    'IDs',
    'Demo · {0}',
    'Format: {0}, {1}',
    'Details',
    '{0}/s',
  ],
  fr: [
    'Inactive.',
    'Active',
    'Versions',
    'OK',
    'Extension',
    'Service',
    'Message',
    'Inactive',
    'inactive',
    'CSV',
    'JSON',
    'Type',
    'date',
    '{0}/s',
  ],
  ja: ['OK', 'CSV', 'JSON'],
};
