import assert from 'node:assert/strict';
import { hasReferences, readReferences } from '../../../../src/data/references/readReferences.ts';
import type { ColumnReference, MessageReference } from '../../../../src/data/references/reference.ts';

describe('What a message refers to', () => {
  const cases: readonly (readonly [message: string, ...references: readonly string[]])[] = [
    ["Row 2: 'a'", 'row 2, quoted "a"'],
    ["Row: 2 'a'", 'row 2, quoted "a"'],
    ["row=2 'a'", 'row 2, quoted "a"'],
    ["row#2 'a'", 'row 2, quoted "a"'],
    ["row (2) 'a'", 'row 2, quoted "a"'],
    ["row no 2 'a'", 'row 2, quoted "a"'],
    ["row no. 2 'a'", 'row 2, quoted "a"'],
    ["row number 2: 'a'", 'row 2, quoted "a"'],
    ["row nr. 2 'a'", 'row 2, quoted "a"'],
    ["Record num 12 'a'", 'row 12, quoted "a"'],
    ["entry 2: 'a'", 'row 2, quoted "a"'],
    ["entries 2, 3: 'a'", 'row 2,3, quoted "a"'],
    ["elements 2 and 4: 'a'", 'row 2,4, quoted "a"'],
    ["element 2: 'a'", 'row 2, quoted "a"'],
    ["Datensatz 7: 'a'", 'row 7, quoted "a"'],
    ["Zeilen 2 und 3: 'a'", 'row 2,3, quoted "a"'],
    ["lignes 2 et 3 : 'a'", 'row 2,3, quoted "a"'],
    ["lines 2 or 3: 'a'", 'line 2,3, quoted "a"'],
    ["rows 2 & 3: 'a'", 'row 2,3, quoted "a"'],
    ["rows 2, and #3: 'a'", 'row 2,3, quoted "a"'],
    ["records 2 – 4: 'a'", 'row 2,3,4, quoted "a"'],
    ["rows 2 to 4: 'a'", 'row 2,3,4, quoted "a"'],
    ["rows 2 through 4: 'a'", 'row 2,3,4, quoted "a"'],
    ["Zeilen 2 bis 4: 'a'", 'row 2,3,4, quoted "a"'],
    ["lignes 2 à 4 : 'a'", 'row 2,3,4, quoted "a"'],
    ["rows 2..4: 'a'", 'row 2,3,4, quoted "a"'],
    ["rows 2-4, 9: 'a'", 'row 2,3,4,9, quoted "a"'],
    ["rows 2, 4, 6-8: 'a'", 'row 2,4,6,7,8, quoted "a"'],
    ["rows 3, 3: 'a'", 'row 3, quoted "a"'],
    ["rows 2 ,  3: 'a'", 'row 2,3, quoted "a"'],
    ["rows 2,  and  3: 'a'", 'row 2,3, quoted "a"'],
    ["rows 2 and  3: 'a'", 'row 2,3, quoted "a"'],
    ["row 1,234: 'a'", 'row 1234, quoted "a"'],
    ["row 1'234: 'a'", 'row 1234, quoted "a"'],
    ["row 1.234.567: 'a'", 'row 1234567, quoted "a"'],
    ["row 5 (line 6): 'a'", 'row 5, line 6, quoted "a"'],
    ["rows 5 (line 6): 'a'", 'row 5, line 6, quoted "a"'],
    ["rows 2, 3 more: 'a' is bad", 'row 2, quoted "a"'],
    ["rows 2, 3 errors: 'a' is bad", 'row 2, quoted "a"'],
    ["rows 2 and 3  others: 'a' is bad", 'row 2, quoted "a"'],
    ["Cell B7: 'a'", 'row 7, letters B, quoted "a"'],
    ["cell: $AB$12 'a'", 'row 12, letters AB, quoted "a"'],
    ["In cell:B7 'a'", 'row 7, letters B, quoted "a"'],
    ["cell b7 'a'", 'row 7, letters B, quoted "a"'],
    ['$[16].amount', 'index 16, column "amount", path'],
    ["$.data[16]['amount']", 'index 16, column "amount", path'],
    ["rows[16].amount: 'x'", 'index 16, column "amount", quoted "x"'],
    ['At $.records[16].amount', 'index 16, column "amount", path'],
    ['At $.body[16].amount_2: bad', 'index 16, column "amount_2", path'],
    ["At data[16].amount: 'x'", 'index 16, column "amount", quoted "x"'],
    ['$[16].amount.', 'index 16, column "amount", path'],
    ["items[3]['x y']: 'a'", 'index 3, column "x y", quoted "a"'],
    ['[16].amount bad', 'index 16, column "amount", path'],
    ["At [16]['amount']: bad", 'index 16, column "amount", path'],
    ['instance[16].amount is bad', 'index 16, column "amount", path'],
    ['data/16/amount must be a number', 'index 16, column "amount", path'],
    ['/16/amount bad', 'index 16, column "amount", path'],
    ['At /16/amount bad', 'index 16, column "amount", path'],
    ['/data/16/amount: bad', 'index 16, column "amount", path'],
    ['/rows/16/a~1b bad', 'index 16, column "a/b", path'],
    ['/records/16/a~0b.', 'index 16, column "a~b", path'],
    ["Row 2: column 'net' is empty", 'row 2, column "net", empty'],
    ["Row 2, column named 'x': 'a'", 'row 2, column "x", quoted "a"'],
    ["Row 2, column header 'x': 'a'", 'row 2, column "x", quoted "a"'],
    ["Row 2: champ 'x' est vide", 'row 2, column "x", empty'],
    ["Row 2: column 'x' is required", 'row 2, column "x", empty'],
    ["Row 2: column 'x' is mandatory", 'row 2, column "x", empty'],
    ["Row 2: column 'x': no value", 'row 2, column "x", empty'],
    ["Row 2: column 'x': null value", 'row 2, column "x", empty'],
    ["Row 2: column 'x' is missing", 'row 2, column "x", empty'],
    ["Row 2: the 'x' column: 'a'", 'row 2, column "x", quoted "a"'],
    ["Row 2: column 'x': column 'x' is empty", 'row 2, column "x", empty'],
    ["Row 2: subcolumn x: 'a' is bad", 'row 2, quoted "a"'],
    ["Field 'x': 'a' is bad", 'column "x", quoted "a"'],
    ["Field 'x': value 'a' was not found", 'column "x", value "a"'],
    ["Column 'x' and column 'y' not found", 'column "x", quoted "y", missing'],
    ["Column 'x' and column y not found", 'column "x", missing'],
    ["Column 'x' not found", 'column "x", missing'],
    ['Column x does not exist', 'column x does not exist, missing'],
    ["Column x doesn't exist", "column x doesn't exist, missing"],
    ['Column x doesn’t exist', 'column x doesn’t exist, missing'],
    ["Column 'x' not recognised", 'column "x", missing'],
    ['Spalte x nicht gefunden', 'column x nicht gefunden, missing'],
    ["Spalte 'x' fehlt", 'column "x", missing'],
    ["colonne 'x' introuvable", 'column "x", missing'],
    ['No such column: x', 'column x, missing'],
    ["column 'x' is absent", 'column "x", missing'],
    ["column 'x' not present", 'column "x", missing'],
    ["Row 2: got 'a' but expected 'b'", 'row 2, value "a"'],
    ["Row 2: expected 'b', got 'a'", 'row 2, value "a"'],
    ["Row 2: 'a' is not one of 'b', 'c'", 'row 2, quoted "a"'],
    ["Row 2: must be one of 'b' but was 'a'", 'row 2, value "a"'],
    ["Row 2: value is 'a'", 'row 2, value "a"'],
    ['Row 2: value = abc, bad', 'row 2, value "abc"'],
    ['Row 2: value: 12.5.', 'row 2, value "12.5"'],
    ['Row 2: got x12.', 'row 2, value "x12"'],
    ['Row 2: value:12.5', 'row 2, value "12.5"'],
    ["Row 2, column 'x': received:12.5", 'row 2, column "x", value "12.5"'],
    ["Row 2: subvalue 'a' is bad", 'row 2, quoted "a"'],
    ['Row 2: got 12x;', 'row 2, value "12x"'],
    ["Row 2: Wert 'a'", 'row 2, value "a"'],
    ["Row 2: got '' in column 'x'", 'row 2, column "x", empty'],
    ['Row 2: valeur «a» de «b»', 'row 2, value "a"'],
    ["Row 2: 'a' does not match 'b'", 'row 2, quoted "a"'],
    ["Row 2: rule 'r': 'a'", 'row 2, quoted "a"'],
    ["Row 2: 'a' as 'b'", 'row 2, quoted "a"'],
    ["Row 2: Account 'a' does not exist", 'row 2, value "a"'],
    ["Row 2: account: 'a' doesn’t exist", 'row 2, value "a"'],
    ["Row 2: user 'a' could not be found", 'row 2, value "a"'],
    ["Row 2: entity 'a' is not valid for 2026", 'row 2, value "a"'],
    ["Row 2: entity 'a' not found in table 'b'", 'row 2, value "a"'],
    ["Row 2: account 'a' is closed", 'row 2, value "a"'],
    ["Row 2: unknown account 'a'", 'row 2, value "a"'],
    ["Invalid type: 'a' (row 2)", 'row 2, value "a"'],
    ["Zeile 2: Unbekannter Account 'a'", 'row 2, value "a"'],
    ["Column 'x': account 'a' does not exist", 'column "x", value "a"'],
    ["Row 2: 'a'. Row 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: 'a' | Row 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: 'a' • Row 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: 'a' and row 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: 'a', line 3: 'b'", 'row 2, quoted "a"', 'line 3, quoted "b"'],
    ["Row 2: 'a', and row 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: 'a'\rRow 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: 'a'\n \n\nRow 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: … 'a' is bad", 'row 2, quoted "a"'],
    [`Row${' '.repeat(20)}2: 'a${' '.repeat(8)}b'`, `row 2, quoted "a${' '.repeat(8)}b"`],
    ["- Row 2: 'a'\r\n- Row 3: 'b'", 'row 2, quoted "a"', 'row 3, quoted "b"'],
    ["Row 2: 'a.b! C'", 'row 2, quoted "a.b! C"'],
    ["Row 2: it's bad: 'a'", 'row 2, quoted "a"'],
    ["Row 2: 'O'Brien'", 'row 2, quoted "O\'Brien"'],
    ['Row 2: „a“', 'row 2, quoted "a"'],
    ['Row 2: «\u00A0a\u00A0»', 'row 2, quoted "a"'],
    ['Row 2: 「a」', 'row 2, quoted "a"'],
    ['Row 2: `a`', 'row 2, quoted "a"'],
    ['Row 2: ‘a’', 'row 2, quoted "a"'],
    ['Row 2: "it\'s"', 'row 2, quoted "it\'s"'],
    ["Row 2: 'a\u200Bb'", 'row 2, quoted "ab"'],
    ["Row 2: 'a\tb'", 'row 2, quoted "a b"'],
    ["Row 2: 'a'. Row 3: 'b…", 'row 2, quoted "a"'],
    ["Column 'x': value 'a' is bad. Row 3: 'b'", 'column "x", value "a", beside', 'row 3, quoted "b"'],
    // The row in one statement, and the rest in others.
    [
      "Loading failed in row 2. Column 'x': value 'a' is bad",
      'row 2, column "x", value "a"',
      'column "x", value "a", beside',
    ],
    ["'a' is not a number\n  at line 3", 'line 3, quoted "a"'],
    ["Column 'x' is empty; row: 2", 'row 2, column "x", empty', 'column "x", empty, beside'],
    [
      "Rows 2 and 3 were rejected. Column 'x': 'a' is invalid",
      'row 2,3, column "x", quoted "a"',
      'column "x", quoted "a", beside',
    ],
    ["Row 2: column 'x' (column number 4): 'a'", 'row 2, column "x", quoted "a"'],
    ['Expected a number. Row 2 failed: it was not there. Value "a" is not one', 'row 2, value "a"'],
  ];
  for (const [message, ...references] of cases) {
    it(`is read from ${JSON.stringify(message)}`, () => {
      assert.deepEqual(readReferences(message).map(told), references);
      assert.ok(hasReferences(message));
    });
  }

  for (const message of [
    "rows 4-2: 'a'",
    "row 12.5: 'a'",
    "row 12%: 'a'",
    "row 12a: 'a'",
    "rows 1,234: 'a'",
    "arrow 2: 'a'",
    "line 6 (row 5): 'a'",
    "row 5 (line 6) line 7: 'a'",
    "rows 5, 6 (line 7): 'a'",
    "row 5 (lines 6, 7): 'a'",
    "row 5 (row 6): 'a'",
    "row 5 (row 6), column 'x': value 'a'",
    "Row 2: column 'x' and column 'y': 'a'",
    "line 5 (line 6): 'a'",
    "excell B7: 'a'",
    'abody[16].amount bad',
    "step row 2: 'a'",
    "table item 2: 'a'",
    "cell ABCD1: 'a'",
    '$[16].a.b',
    'body[3].x',
    'body[3][4].x',
    'a[4].x',
    'host/data/16/amount bad',
    'x.data/16/amount bad',
    '$.records[1234567890].x',
    'x/16/amount bad',
    'http://host/16/amount bad',
    "Row 2, col. no. 3: 'a'",
    'Row 2, Spalte: x; y',
    'Row 2: property [name] is null',
    'Row 2: the column is empty',
    "Row 2: column 'x' is required to load",
    'Field x is missing',
    "Header 'x' is missing",
    'Row 2: received abc',
    "Row 2: values 'a' and value 'b'",
    "Row 2: format 'x' for 'a'",
    "Row 2: such as 'b'",
    "Row 2: connection 'a'",
    "Row 2: schema: 'a'",
    "Row 2: loaded into 'a'",
    'Row 2: type="a"',
    "Row 2: account 'a' may not load this",
    "Row 2: subaccount 'a' was loaded",
    "Row 2 of entity 'a': not found",
    "Row 2: table 'a' does not exist",
    "Row 2: unknown connection 'a'",
    "Account 'a' does not exist",
    "Row 2: 'x",
    "Row 2: 'a'…",
    "Row 2: 'a'… ",
    "Row 2. 'a'… ",
    // What is supported, proposed, or was loaded before.
    "Row 2 was rejected. Use a currency such as 'a' or 'b'",
    "Row 2 was rejected. The currency must be 'a'",
    "Row 2 is wrong. Did you mean 'a'?",
    "Row 2 failed. The last ID was 'a'",
    'Row 2 failed on date 2026-01-03',
    "Row 2 failed. 'a' is not valid. 'b' is not valid",
    // Lines of programs.
    'File "/app/loader.py", line 2, in load\nValueError: could not convert: \'a\'',
    "The input string 'a' was not in a correct format.\n  at Loader.Parse() in /src/Loader.cs:line 2",
    "LoadException: bad value 'a'\n  at (Loader.java, line 2)",
    "Row 2 failed. Row 3 failed. Value 'a' is bad",
  ]) {
    it(`is not guessed from ${JSON.stringify(message)}`, () => {
      assert.deepEqual(readReferences(message).map(told), []);
      assert.ok(!hasReferences(message));
    });
  }

  it('is a blank value in any of these words, also with more spaces between them', () => {
    for (const words of [
      ...['is empty', 'are blank', 'was null', 'were missing', 'ist leer', 'est vide'],
      ...['must not be empty', 'can never be null', 'can’t be blank', 'darf nicht leer sein', 'ne doit pas être vide'],
      ...['empty value', 'blank value', 'missing value', 'null value', 'no value'],
      ...['is required', 'is a required field', 'is mandatory'],
    ]) {
      for (const message of [`Row 2: column 'x' ${words}`, `Row 2: column 'x' ${words.replaceAll(' ', '  ')}`]) {
        assert.deepEqual(readReferences(message).map(told), ['row 2, column "x", empty'], message);
      }
    }
  });

  it('is a missing column in any of these words, also with more spaces between them', () => {
    for (const words of [
      ...['not found', 'is missing', 'could not be found', 'not recognized', 'not recognised', 'not present', 'absent'],
      ...['does not exist', 'doesn’t exist', "doesn't exist", 'nicht gefunden', 'fehlt', 'introuvable'],
    ]) {
      for (const message of [`Column 'x' ${words}`, `Column 'x' ${words.replaceAll(' ', '  ')}`]) {
        const [reference = ''] = readReferences(message).map(told);
        assert.match(reference, /^column "x", (?:empty, )?missing$/, message);
      }
    }
    assert.deepEqual(readReferences("No  such  column 'x'").map(told), ['column "x", missing']);
  });

  it('is not the name of something else', () => {
    const things = [
      ...['table', 'connection', 'schema', 'file', 'sheet', 'worksheet', 'job', 'user', 'account', 'step', 'dataset'],
      ...['database', 'type', 'rule', 'constraint', 'workspace', 'loader', 'definition', 'system', 'parameter', 'key'],
    ];
    const others = ['entity', 'entities', 'index', 'indices', 'into', 'as', 'to', 'from'];
    for (const word of [...things, ...things.map((thing) => `${thing}s`), ...others]) {
      for (const named of [word, `${word}:`, `${word}  = `]) {
        assert.deepEqual(readReferences(`Row 2: bad ${named} 'a'`), [], named);
      }
    }
  });

  it('is not what is expected instead, but what was found', () => {
    for (const words of [
      ...['expect', 'expects', 'expected', 'expecting', 'one of', 'allowed', 'permitted', 'must be', 'should be'],
      ...['valid values are', 'supported', 'format', 'pattern', 'such as', 'e.g', 'for example', 'like', 'instead of'],
      ...['match', 'matches', 'matching', 'between', 'greater', 'less', 'than', 'erwartet', 'attendu'],
    ]) {
      assert.deepEqual(readReferences(`Row 2: bad, ${words} 'b'`), [], words);
      for (const word of ['but', 'got', 'found', 'received', 'was', 'actual']) {
        const message = `Row 2: ${words} 'b', ${word} the bad text 'a'`;
        assert.deepEqual(readReferences(message).map(told), ['row 2, quoted "a"'], message);
      }
    }
  });

  it('is a text in quotes that a statement calls wrong, in any of these words', () => {
    for (const words of [
      ...['not', 'cannot read', 'invalid', 'unknown', 'wrong', 'bad', 'failed', 'rejected', 'exceeds', 'too long:'],
      ...['missing', 'error', 'duplicate of text', 'already there:', 'illegal', 'incorrect', 'malformed', 'unexpected'],
      ...['unrecognized', 'unrecognised', 'unsupported', 'out  of  range:', 'unable to read', 'For input  string:'],
      ...['nicht lesbar:', 'ungültiger Text', 'unbekannter Text', 'falscher Text', 'fehlerhaft:', 'kein Betrag:'],
      ...['invalide :', 'inconnu :', 'inconnue :', 'erreur :'],
    ]) {
      const [reference = ''] = readReferences(`Row 2: this is ${words} text 'a'`).map(told);
      assert.match(reference, /^row 2, quoted "a"/, words);
    }
    assert.deepEqual(readReferences("Row 2: this is the text 'a'"), []);
  });

  it('is a text in quotes that has to be another one', () => {
    for (const words of ['must', 'should', 'has to', 'has  to', 'needs to', 'needs  to', 'muss', 'soll', 'doit']) {
      for (const space of [' ', '  ']) {
        const message = `Row 2: the amount 'a'${space}${words} be 'b'`;
        assert.deepEqual(readReferences(message).map(told), ['row 2, quoted "a"'], message);
      }
    }
    assert.deepEqual(readReferences("Row 2: the amount 'a' and another one should be 'b'"), []);
    assert.deepEqual(readReferences("Row 2: the amount 'a' shoulders 'b'"), []);
  });

  it('is not a text in quotes that is the only one, or expected', () => {
    for (const words of ['the only one', 'the  only one', 'expected', 'needed', 'erwartet', 'attendu', 'instead']) {
      for (const verb of ['', ' is', ' was ', ' were', ' wird', ' wurde', ' est']) {
        assert.deepEqual(readReferences(`Row 2: bad, 'a'${verb}  ${words}`), [], `${verb} ${words}`);
      }
    }
  });

  it('is no column whose mapping, definition or permission is missing', () => {
    const things = [
      'mapping',
      'mappings',
      'definition',
      'definitions',
      'permission',
      'permissions',
      'metadata',
      'order',
    ];
    for (const thing of things) {
      for (const words of [
        'not found',
        'is  not found',
        'are missing',
        'was missing',
        'were  missing',
        'missing',
        'could not be read',
      ]) {
        assert.deepEqual(readReferences(`Column ${thing} ${words}`), [], `${thing} ${words}`);
        assert.deepEqual(readReferences(`Column  ${thing}  ${words}`), [], `${thing} ${words}`);
      }
      assert.equal(readReferences(`Column ${thing}_id not found`).length, 1, thing);
    }
    assert.equal(readReferences('Column order is empty').length, 1);
  });

  it('is an element of an array in any of these notations', () => {
    for (const [path, ...read] of [
      ['$[16].amount', 'index 16, column "amount"'],
      ['$.[16].amount', 'index 16, column "amount"'],
      ['$.data[16].amount', 'index 16, column "amount"'],
      ['instance[16].amount', 'index 16, column "amount"'],
      ['[16].amount', 'index 16, column "amount"'],
      ['rows[16].amount', 'index 16, column "amount"'],
      ['records[16].amount', 'index 16, column "amount"'],
      ['items[16].amount', 'index 16, column "amount"'],
      ['body[16].amount', 'index 16, column "amount"'],
      ["data[16]['amount']", 'index 16, column "amount"'],
      ['/16/amount', 'index 16, column "amount"'],
      ['/data/16/amount', 'index 16, column "amount"'],
      ['/rows/16/amount', 'index 16, column "amount"'],
      ['/records/16/amount', 'index 16, column "amount"'],
      ['data/16/amount', 'index 16, column "amount"'],
      ['x[16].amount'],
      ['x.y[16].amount'],
      ['$[16].amount[0].net'],
      ['$[16].amount.net'],
      ['x/16/amount'],
      ['PUT /16/amount'],
      ['patch  /16/amount'],
      ['request to /16/amount'],
    ] as const) {
      assert.deepEqual(
        readReferences(`${path}: 'a' is bad`)
          .map(told)
          .map((one) => one.split(', quoted')[0]),
        read,
        path,
      );
    }
  });

  it('is a name without quotes of which something wrong is said', () => {
    for (const verb of [
      ...['is', 'are', 'was', 'were', 'does', 'did', 'has', 'could', 'can', 'cannot', 'must not', 'must  not'],
      ...['may not', 'should not', 'exceeds', 'not', 'ist', 'wurde', 'existiert', 'darf', 'fehlt', 'est', "n'", 'ne'],
    ]) {
      const text = `currency EURO ${verb} bad`;
      for (const message of [
        `Row 2: ${text}`,
        `Row 2 - ${text}`,
        `(Row 2): the ${text}`,
        `[2]: ${text}`,
        `Row 2, ${text}`,
      ]) {
        assert.deepEqual(
          readReferences(message.replace('[2]', 'Row 2')).map(told),
          [`row 2, subject ${text}`],
          message,
        );
      }
    }
    for (const message of ['Row 2: currency EURO bad', 'Row 2: currency EURO is fine', 'Row 2: currency EURO isbad']) {
      assert.deepEqual(readReferences(message), [], message);
    }
  });

  it('is a row after a word like “fields”, not a column with the name of that row', () => {
    for (const [message, row] of [
      ['Too many fields. Line 5', 'line 5'],
      ['Too many fields: line number 5', 'line 5'],
      ['Too many columns: row #5', 'row 5'],
      ['Too many columns: rows 5 and 6', 'row 5,6'],
      ['Too many fields: record  number  5', 'row 5'],
      ['Too many fields: records 5-7', 'row 5,6,7'],
      ['Too many fields: lines 5, 6', 'line 5,6'],
      ['Row 5: too many fields: expected  6', 'row 5'],
      ['Row 5: too many fields: expected, but not 6', 'row 5'],
    ] as const) {
      const references = readReferences(message);
      assert.deepEqual(
        references.map((reference) => [told(reference), reference.cellCount]),
        [[row, 'more']],
        message,
      );
    }
    assert.deepEqual(readReferences("Row 2: column line: 'a'").map(told), ['row 2, column line:, quoted "a"']);
    assert.deepEqual(readReferences("Row 2: column row no: bad 'a'").map(told), [
      'row 2, column row no: bad, quoted "a"',
    ]);
  });

  it('is joined from two statements if the one with the value says what is wrong', () => {
    for (const words of [
      ...[
        'is not a number',
        'isn’t a number',
        "can't be read",
        'cannot be read',
        'is invalid',
        'is unknown',
        'is wrong',
      ],
      ...['is bad', 'fails', 'failed', 'was rejected', 'exceeds 3', 'is too long', 'missing', 'is an error', 'blank'],
      ...[
        'is a duplicate',
        'is duplicated',
        'ist nicht bekannt',
        'ist ungültig',
        'ist ungültiger Text',
        'ist unbekannt',
      ],
      ...[
        'ist falsch',
        'ist falscher Text',
        'fehlt',
        'ist fehlerhaft',
        'ist kein Betrag',
        'ist keine Zahl',
        'pas connu',
      ],
      ...['est invalide', 'est inconnu', 'est inconnue', 'erreur', 'NOT FOUND'],
    ]) {
      const references = readReferences(`Row 2 was read\n'a' ${words}`);
      assert.deepEqual(references.map(told), ['row 2, quoted "a"'], words);
    }
    for (const words of [
      '',
      'is notable',
      'is badly spelled',
      'is a badge',
      'erroneous',
      'stood',
      'unfailing',
      'not_x',
    ]) {
      assert.deepEqual(readReferences(`Row 2 was read\n'a' ${words}`), [], words);
    }
  });

  it('is no line of a program', () => {
    for (const extension of ['cs', 'go', 'java', 'js', 'kt', 'php', 'py', 'rb', 'scala', 'ts', 'PY']) {
      for (const place of [`x.${extension}:line 2`, `x.${extension}, line 2`, `"x.${extension}",  line  2`]) {
        assert.deepEqual(readReferences(`'a' is bad\n  at ${place}`), [], place);
      }
    }
    for (const place of ['x.csv, line 2', 'x.tsv, line 2', 'x.py and line 2']) {
      assert.deepEqual(readReferences(`'a' is bad\n  at ${place}`).map(told), ['line 2, quoted "a"'], place);
    }
  });

  it('is a list of at most 100 rows', () => {
    const rowsOf = (message: string) => readReferences(message).flatMap(({ rows }) => rows);
    assert.equal(rowsOf("rows 1-100: 'a'").length, 100);
    assert.deepEqual(rowsOf("rows 1-101: 'a'"), []);
    const list = (length: number) => Array.from({ length }, (_, index) => index + 1).join(', ');
    assert.equal(rowsOf(`rows ${list(100)}: 'a'`).length, 100);
    assert.deepEqual(rowsOf(`rows ${list(101)}: 'a'`), []);
  });

  it('is read from the first 200 statements of the first 20,000 characters', () => {
    const statements = Array.from({ length: 300 }, (_, index) => `Row ${index + 1}: 'a'`);
    assert.equal(readReferences(statements.join('\n')).length, 200);
    assert.equal(readReferences(`${'x'.repeat(19_980)}\nRow 1: 'a'\nRow 2: 'b'`).length, 1);
  });
});

/** A reference on one line. */
function told(reference: MessageReference): string {
  const { rows, word, alsoLine, column, value, quoted, isEmpty, isMissingColumn, isBesideRows, isPath } = reference;
  const parts: readonly (readonly [isThere: boolean, part: string])[] = [
    [rows.length > 0, `${word} ${rows.join(',')}`],
    [alsoLine !== undefined, `line ${alsoLine}`],
    [column !== undefined, column === undefined ? '' : toldColumn(column)],
    [value !== undefined, `value "${value}"`],
    [quoted.length > 0, `quoted ${quoted.map((text) => `"${text}"`).join(' ')}`],
    [isEmpty, 'empty'],
    [isMissingColumn, 'missing'],
    [isBesideRows, 'beside'],
    [isPath, 'path'],
  ];
  return parts.flatMap(([isThere, part]) => (isThere ? part : [])).join(', ');
}

function toldColumn(column: ColumnReference): string {
  switch (column.kind) {
    case 'name':
      return `column "${column.name}"`;
    case 'text':
      return `column ${column.text}`;
    case 'letters':
      return `letters ${column.letters}`;
    case 'subject':
      return `subject ${column.text}`;
  }
}
