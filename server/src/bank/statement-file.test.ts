import { expect, test } from 'vitest'
import { decodeText } from '#platform/csv/read-csv.ts'
import { randomOf, roundsOf } from '../random-runs.testing.ts'
import { readStatement } from './statement-file.ts'
import { StatementError } from './statement.ts'

const facts = { remembered: {}, ownAccount: 'DE89370400440532013000', currency: 'EUR' }
const read = (text: string | Uint8Array) =>
  readStatement(typeof text === 'string' ? new TextEncoder().encode(text) : text, facts)
const linesOf = async (text: string | Uint8Array) =>
  (await read(text)).statements.flatMap(({ account, lines }) =>
    lines.map(({ bookedOn, amountCents, currency, text: written, payerName, payerAccount, bankReference }) =>
      [account, bookedOn, amountCents, currency, written, payerName, payerAccount, bankReference].join(' | '),
    ),
  )
const problemOf = async (text: string | Uint8Array) => {
  try {
    const { problem } = await read(text)
    return problem
  } catch (error) {
    if (error instanceof StatementError) return error.message
    throw error
  }
}

const entry = (body: string, { amount = '50.00', mark = 'CRDT', status = '<Sts><Cd>BOOK</Cd></Sts>' } = {}) => `
  <Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${status}
    <BookgDt><Dt>2026-03-02</Dt></BookgDt>${body}</Ntry>`
const camt = (entries: string, version = '08') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
  <GrpHdr><MsgId>1</MsgId></GrpHdr>
  <Stmt><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries}</Stmt>
</BkToCstmrStmt></Document>`
const payment = `<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
  <RltdPties><Dbtr><Pty><Nm>Ada &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>Dues RF10 D000 123</Ustrd></RmtInf></TxDtls></NtryDtls>`

test('CAMT.053: who paid, from where, and what they wrote', async () => {
  const expected =
    'DE89370400440532013000 | 2026-03-02 | 5000 | EUR | Dues RF10 D000 123 | Ada & Co | GB29NWBK60161331926819 | B1'
  expect(await linesOf(camt(entry(payment)))).toEqual([expected])
  // Version 2 has the name one level higher.
  const old = payment.replace('<Pty><Nm>Ada &amp; Co</Nm></Pty>', '<Nm>Ada &amp; Co</Nm>')
  expect(await linesOf(camt(entry(old, { status: '<Sts>BOOK</Sts>' }), '02'))).toEqual([expected])
  expect(await linesOf(camt(entry(payment)).replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:'))).toEqual([expected])
})

test('CAMT.053: a batch is a line for each part if they add up, and one line if not', async () => {
  const part = (cents: string) =>
    `<TxDtls><Refs><EndToEndId>E${cents}</EndToEndId></Refs><Amt Ccy="EUR">${cents}</Amt><RmtInf><Ustrd>part ${cents}</Ustrd></RmtInf></TxDtls>`
  const batch = `<AcctSvcrRef>B2</AcctSvcrRef><NtryDtls>${part('20.00')}${part('30.00')}</NtryDtls>`
  const amounts = async (text: string) => (await read(text)).statements[0]?.lines.map(({ amountCents }) => amountCents)
  expect(await amounts(camt(entry(batch)))).toEqual([2000, 3000])
  expect(await amounts(camt(entry(batch, { amount: '60.00' })))).toEqual([6000])
  expect(await amounts(camt(entry(batch, { mark: 'DBIT' })))).toEqual([-2000, -3000])
})

test('CAMT.053: several statements, amounts of five digits, and entries that are not booked', async () => {
  const text = camt(entry(payment, { amount: '50.00000' }) + entry(payment, { status: '<Sts><Cd>PDNG</Cd></Sts>' }))
  const second = text.replace('DE89370400440532013000', 'SE4550000000058398257466')
  const both = text.replace('</Stmt>', `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(second)?.[0] ?? ''}`)
  const { statements } = await read(both)
  expect(statements.map(({ account, lines }) => [account, lines.length])).toEqual([
    ['DE89370400440532013000', 1],
    ['SE4550000000058398257466', 1],
  ])
})

test('CAMT.053: a debit that was sent back carries our reference and the reason', async () => {
  const back = `<NtryDtls><TxDtls><Refs><EndToEndId>SK-1-7</EndToEndId></Refs><RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`
  const { statements } = await read(camt(entry(back, { mark: 'DBIT' })))
  expect(statements[0]?.lines[0]).toMatchObject({ amountCents: -5000, endToEnd: 'SK-1-7', returnReason: 'AM04' })
})

const mt940 = (...rows: string[]) =>
  [
    '{1:F01BANKDEFFXXXX}{4:',
    ':20:STARTUMS',
    ':25:37040044/532013000',
    ':28C:1/1',
    ':60F:C260301EUR100,00',
    ...rows,
    ':62F:C260302EUR150,00',
    '-}',
  ].join('\r\n')

test.each([
  [
    'of a German bank',
    [
      ':61:2603020302CR50,00N166NONREF//B7',
      ':86:166?00GUTSCHRIFT?20EREF+NOTPROVIDED?21SVWZ+Dues RF10 D0?2200 123?30COBADEFF',
      '?31GB29NWBK60161331926819?32Ada Love?33lace',
    ],
    '37040044532013000 | 2026-03-02 | 5000 | EUR | Dues RF10 D000 123 | Ada Lovelace | GB29NWBK60161331926819 | B7',
  ],
  [
    'of a Dutch bank',
    [
      ':61:260302C50,NTRFEREF',
      ':86:/TRTP/SEPA OVERBOEKING/IBAN/GB29NWBK60161331926819/NAME/Ada Lovelace/REMI/RF10 D000 123',
      '/EREF/NOTPROVIDED',
    ],
    '37040044532013000 | 2026-03-02 | 5000 | EUR | RF10 D000 123 | Ada Lovelace | GB29NWBK60161331926819 | ',
  ],
  [
    'with plain text, money out, booked in the year before',
    [':61:2701011231D12,5NMSCCHEQUE', ':86:Rent', 'for January'],
    '37040044532013000 | 2026-12-31 | -1250 | EUR | Rent for January |  |  | ',
  ],
  ['of a debit taken back', [':61:260302RD8,00NTRFX'], '37040044532013000 | 2026-03-02 | 800 | EUR | X |  |  | '],
])('MT940 %s', async (_what, rows, expected) => {
  expect(await linesOf(mt940(...rows))).toEqual([expected])
})

const ofx = (transaction: string) => `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>AUD
<BANKACCTFROM><BANKID>062000<ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN>
${transaction}
</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('OFX: as SGML and as XML', async () => {
  const expected = '06200012345678 | 2026-03-02 | 5000 | AUD | RF10D000123 & more | Ada Lovelace |  | F1'
  const sgml = ofx(
    '<TRNTYPE>CREDIT\n<DTPOSTED>20260302120000[+10:AEST]\n<TRNAMT>50.00\n<FITID>F1\n<NAME>Ada Lovelace\n<MEMO>RF10D000123 &amp; more',
  )
  const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?>${ofx('<TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260302</DTPOSTED><TRNAMT>+50,00</TRNAMT><FITID>F1</FITID><NAME>Ada Lovelace</NAME><MEMO>RF10D000123 &#38; more</MEMO>').replace(/^[^<]*/, '')}`
  expect(await linesOf(sgml)).toEqual([expected])
  expect(await linesOf(xml)).toEqual([expected])
})

const own = 'DE89370400440532013000'

test.each([
  [
    'Australian, without a head',
    '02/03/2026,"+50.00","Transfer from ADA LOVELACE RF10D000123","+1250.00"\n03/03/2026,"-12.50","Rent","+1237.50"\n',
    [
      `${own} | 2026-03-02 | 5000 | EUR | Transfer from ADA LOVELACE RF10D000123 |  |  | `,
      `${own} | 2026-03-03 | -1250 | EUR | Rent |  |  | `,
    ],
  ],
  [
    'German, with lines above the head, semicolons and decimal commas',
    'Kontonummer:;DE89\n\n"Buchungstag";"Wertstellung";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer/IBAN";"Betrag (EUR)"\n"02.03.2026";"02.03.2026";"Müller, Ada";"Beitrag RF10 D000 123";"GB29NWBK60161331926819";"1.050,00"\n',
    [`${own} | 2026-03-02 | 105000 | EUR | Beitrag RF10 D000 123 | Müller, Ada | GB29NWBK60161331926819 | `],
  ],
  [
    'British, with two columns, and a sum below',
    'Date,Description,Paid out,Paid in,Balance\n02 03 2026,ADA,,50.00,150.00\n03/03/2026,RENT,12.50,,137.50\n,,12.50,50.00,\n',
    [`${own} | 2026-03-02 | 5000 | EUR | ADA |  |  | `, `${own} | 2026-03-03 | -1250 | EUR | RENT |  |  | `],
  ],
  [
    'Dutch, with a column that says which way',
    '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mededelingen"\n"20260302","A Lovelace","NL1","GB29NWBK60161331926819","GT","Bij","50,00","RF10 D000 123"\n"20260303","Huur","NL1","NL2","IC","Af","12,50","maart"\n',
    [
      `${own} | 2026-03-02 | 5000 | EUR | RF10 D000 123 | A Lovelace | GB29NWBK60161331926819 | `,
      `${own} | 2026-03-03 | -1250 | EUR | maart | Huur | NL2 | `,
    ],
  ],
  [
    'American, with tabs and the month first',
    'Date\tAmount\tDescription\n03/25/2026\t$1,050.00\tADA\n03/26/2026\t($12.50)\tRENT\n',
    [`${own} | 2026-03-25 | 105000 | EUR | ADA |  |  | `, `${own} | 2026-03-26 | -1250 | EUR | RENT |  |  | `],
  ],
])('CSV %s is understood without being asked', async (_what, text, expected) => {
  expect(await linesOf(text)).toEqual(expected)
})

test('CSV: columns that are remembered count, whatever would be guessed', async () => {
  const text = 'Date,Amount,Fee,Description\n2026-03-02,50.00,49.00,Ada\n'
  const { csv } = await read(text)
  if (!csv) throw new Error('not a CSV file')
  const { statements, csv: known } = await readStatement(new TextEncoder().encode(text), {
    ...facts,
    remembered: { 'Another;heading': csv.columns, [csv.heading]: { ...csv.columns, amount: 2 } },
  })
  expect(known?.isKnown).toBe(true)
  expect(statements[0]?.lines[0]?.amountCents).toBe(4900)
})

const umlauts = 'Datum;Name;Betrag\n02.03.2026;Müller;50,00\n'
const utf16 = (text: string, { mark = true, isBig = false } = {}) => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

test.each([
  ['UTF-8', Buffer.from(umlauts)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${umlauts}`)],
  ['Windows-1252', Buffer.from(umlauts, 'latin1')],
  ['UTF-16 with a mark', utf16(umlauts)],
  ['UTF-16, big end first', utf16(umlauts, { isBig: true })],
  ['UTF-16 without a mark', utf16(umlauts, { mark: false })],
])('a file in %s is read', async (_what, bytes) => {
  expect(decodeText(bytes)).toContain('Müller')
  expect(await linesOf(bytes)).toEqual([`${own} | 2026-03-02 | 5000 | EUR | Müller | Müller |  | `])
})

test.each([
  ['nothing', '', 'The file is empty.'],
  ['a PDF', '%PDF-1.7\n\u0000\u0001\u0002', 'PDF or a spreadsheet'],
  ['a letter', 'Dear treasurer\nplease find attached', 'no bank statement'],
  ['XML that breaks off', camt(entry(payment)).slice(0, -60), 'Line '],
  [
    'a day that is none',
    camt(entry(payment)).replace('2026-03-02', '2026-02-30'),
    'BookgDt: “2026-02-30” is not a day.',
  ],
  ['an amount that is none', camt(entry(payment, { amount: 'fifty' })), 'Line 5, Amt: “fifty” is not an amount.'],
  ['a thousandth of a cent', camt(entry(payment, { amount: '50.001' })), 'Amt'],
  ['no direction', camt(entry(payment, { mark: 'UP' })), 'CdtDbtInd'],
  [
    'entities that grow',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><Document>&c;</Document>`,
    'document type',
  ],
  ['elements without end', `<Document>${'<a>'.repeat(500)}${'</a>'.repeat(500)}</Document>`, 'XML'],
  ['a report of the day', '<Document><BkToCstmrAcctRpt/></Document>', 'camt.052'],
  ['a page of the web', '<html><body>Log in</body></html>', 'no statement'],
  ['MT940 without a balance', ':20:X\n:25:1\n:61:260302C50,00NTRFX', ':60F:'],
  ['MT940 with an odd line', mt940(':61:what'), 'Line 6, :61:'],
  ['MT940 with an odd day', mt940(':61:260231C50,00NTRFX'), ':61: date'],
  ['OFX with an odd amount', ofx('<DTPOSTED>20260302<TRNAMT>lots'), 'Line 9, TRNAMT: “lots” is not an amount.'],
  ['OFX with a document type', `<!DOCTYPE x>${ofx('')}`, 'document type'],
  [
    'CSV with an odd day',
    'Date,Amount,Text\n2026-03-02,5.00,a\n2026-13-02,5.00,b\n',
    'Line 3, date: “2026-13-02” is not a day.',
  ],
  ['CSV with an odd amount', 'Date,Amount,Text\n2026-03-02,5.00,a\n2026-03-02,5.0.0,b\n', 'Line 3, amount'],
])('%s is refused, with where and why', async (_what, text, expected) => {
  expect(await problemOf(text)).toContain(expected)
})

test('a file that is damaged anywhere is read or refused in words, and never fails otherwise', async () => {
  const samples = [
    camt(entry(payment) + entry(payment, { mark: 'DBIT' })),
    mt940(':61:2603020302CR50,00N166NONREF//B7', ':86:166?00X?20SVWZ+Dues?32Ada'),
    ofx('<DTPOSTED>20260302<TRNAMT>50.00<FITID>F1<NAME>Ada'),
    'Date,Amount,Payer,Description\n2026-03-02,65.00,"Ada, B","x ""y"""\n',
  ]
  const random = randomOf('damaged files')
  const odd = [
    '',
    '<',
    '>',
    '"',
    ',',
    ':',
    '\n',
    '/',
    '?',
    '\u0000',
    'é',
    '9'.repeat(30),
    '&#x0;',
    '-',
    '<![CDATA[',
    '\u{1F600}',
  ]
  const outcomes = new Set<string>()
  for (let round = 0; round < roundsOf(1200); round += 1) {
    const text = samples[round % samples.length] ?? ''
    const at = random.whole(0, text.length - 1)
    const damaged = text.slice(0, at) + random.pick(odd) + text.slice(at + random.whole(0, 7))
    try {
      await read(damaged)
      outcomes.add('read')
    } catch (error) {
      if (!(error instanceof StatementError))
        throw new Error(`${JSON.stringify(damaged)}: ${String(error)}`, { cause: error })
      outcomes.add('refused')
    }
  }
  expect([...outcomes].toSorted()).toEqual(['read', 'refused'])
})

test.each([
  ['a ZIP of statements', 'PK\u0003\u0004\u0014\u0000\u0000\u0000camt.xml', /^This is a ZIP file\. Unpack it/],
  ['a spreadsheet', 'PK\u0003\u0004\u0014\u0000\u0000\u0000[Content_Types].xml', /a PDF or a spreadsheet/],
  ['QIF', '!Type:Bank\nD01/02/2026\nT50.00\nPAda Lovelace\n^\n', /^This is a QIF file/],
])('%s is refused with what to do', async (_what, text, message) => {
  expect(await problemOf(text)).toMatch(message)
})
