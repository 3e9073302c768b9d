/** A drawn table, and the CSV that it becomes. */
interface DrawnSample {
  readonly text: string;
  /** The line of its header. */
  readonly line: number;
  readonly csv: string;
}

const PEOPLE = 'id,name,amount\n1,Anna,12.50\n2,Ben,3.00\n';

/** An unconverted list of SAP, with a bar in a text, amounts with their minus sign at the end, and a total row. */
export const SAP_LIST = `29.11.2026                          Dynamic List Display                   1
------------------------------------------------------------------------
|Doc.No.   |Posting Date|Account   |Text                |     Amount|Curr.|
------------------------------------------------------------------------
|1900000001|01.11.2026  |400000    |Office supplies     |  1.234,56 |EUR  |
|1900000002|02.11.2026  |400100    |Travel | Hotel      |     89,00-|EUR  |
|1900000003|03.11.2026  |400000    |                    | 12.000,00 |EUR  |
------------------------------------------------------------------------
|          |            |          |                    | 13.145,56 |EUR  |
------------------------------------------------------------------------
`;

export const SAP_CSV = `Doc.No.,Posting Date,Account,Text,Amount,Curr.
1900000001,01.11.2026,400000,Office supplies,"1.234,56",EUR
1900000002,02.11.2026,400100,Travel | Hotel,"89,00-",EUR
1900000003,03.11.2026,400000,,"12.000,00",EUR
,,,,"13.145,56",EUR
`;

/** Tables as programs draw them. */
export const DRAWN_TABLES: Readonly<Record<string, DrawnSample>> = {
  'an SAP list': { text: SAP_LIST, line: 3, csv: SAP_CSV },
  'an SAP list with page breaks and titles in the frame': {
    text: `List                1
---------------------
|Company Code 1000  |
---------------------
|Item |Name   | Net |
|-------------------|
|10   |Größe  |1,00 |
|20   |B, "C" |2,00-|
---------------------

\fList                2
---------------------
|Company Code 1000  |
---------------------
|Item |Name   | Net |
|-------------------|
|30   |D      |3,00 |
|     |       |     |
---------------------
`,
    line: 5,
    csv: 'Item,Name,Net\n10,Größe,"1,00"\n20,"B, ""C""","2,00-"\n30,D,"3,00"\n',
  },
  'what psql prints': {
    text: ' id | name  | amount\n----+-------+--------\n  1 | Anna  |  12.50\n  2 | Ben   |   3.00\n(2 rows)\n\n',
    line: 1,
    csv: PEOPLE,
  },
  'what psql prints with a title and a bar in a text': {
    text: '   List\n id | name  | note\n----+-------+------\n  1 | A | B |\n  2 | 東京  | x\n(2 rows)\nTime: 1.2 ms\n',
    line: 2,
    csv: 'id,name,note\n1,A | B,\n2,東京,x\n',
  },
  'what MySQL prints': {
    text: `+----+-------+--------+
| id | name  | amount |
+----+-------+--------+
|  1 | Anna  |  12.50 |
|  2 | Ben   |   3.00 |
+----+-------+--------+
2 rows in set (0.00 sec)
`,
    line: 2,
    csv: PEOPLE,
  },
  'a table with a rule below each row': {
    text: '+---+----+\n| a | b  |\n+===+====+\n| 1 | x  |\n+---+----+\n| 2 | -- |\n+---+----+\n',
    line: 2,
    csv: 'a,b\n1,x\n2,--\n',
  },
  'a Markdown table': {
    text: `| id | name  | amount |
|----|-------|-------:|
|  1 | Anna  |  12.50 |
|  2 | Ben   |   3.00 |
`,
    line: 1,
    csv: PEOPLE,
  },
  'a Markdown table that is not aligned, below a heading': {
    text: '# Report\n\n| id | name |\n| :-- | ---: |\n| 1 | a \\| b |\n| 22 | |\n\nSource: ledger\n',
    line: 3,
    csv: 'id,name\n1,a | b\n22,\n',
  },
  'what DuckDB prints': {
    text: `┌───────┬─────────┬───────────────┐
│  id   │  name   │    amount     │
│ int32 │ varchar │ decimal(18,2) │
├───────┼─────────┼───────────────┤
│     1 │ Anna    │         12.50 │
│     2 │ Ben     │          3.00 │
├───────┴─────────┴───────────────┤
│ 2 rows                3 columns │
└─────────────────────────────────┘
`,
    line: 2,
    csv: PEOPLE,
  },
  'a table in a double frame': {
    text: '╔════╦═════╗\n║ id ║ a|b ║\n╠════╬═════╣\n║ 1  ║ x|y ║\n╚════╩═════╝\n',
    line: 2,
    csv: 'id,a|b\n1,x|y\n',
  },
  'what sqlcmd prints with commas': {
    text: "Changed database context to 'shop'.\nid,name,amount\n--,----,------\n1,Anna,12.50\n2,Ben,3.00\n\n(2 rows affected)\n",
    line: 2,
    csv: PEOPLE,
  },
  'what sqlcmd prints with semicolons and spaces, in German': {
    text: 'id         ;name  ;amount  \n-----------;------;--------\n          1;Anna  ;   12.50\n          2;Ben   ;    3.00\n\n(2 Zeilen betroffen)\n',
    line: 1,
    csv: PEOPLE,
  },
  'what SQL*Plus prints with commas, and the header again on each page': {
    text: '\n        ID,NAME      ,NOTE\n----------,----------,----------\n         1,Anna      ,"a", b\n\n        ID,NAME      ,NOTE\n----------,----------,----------\n         2,          ,\n\n2 rows selected.\n\n',
    line: 2,
    csv: 'ID,NAME,NOTE\n1,Anna,"""a"", b"\n2,,\n',
  },
};
