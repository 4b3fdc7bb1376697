import { expect, test } from 'vitest'
import { readStatement } from './statement-file.ts'

const facts = { remembered: {}, ownAccount: 'Bank account', currency: 'EUR' }
const read = (text: string, currency = 'EUR') => readStatement(new TextEncoder().encode(text), { ...facts, currency })

/** The contents that were understood of a file: its lines, then the accounts of the space that it names. */
const understood = async (text: string, currency = 'EUR') => {
  const { statements, problem } = await read(text, currency)
  if (problem !== null) return [problem]
  return statements.flatMap(({ lines, ownAccounts = [] }) => [
    ...lines.map(({ bookedOn, amountCents, payerName, payerAccount, text: written }) =>
      [bookedOn, amountCents, payerName, payerAccount, written].join(' | '),
    ),
    ...ownAccounts.map((account) => `own ${account}`),
  ])
}

// Each in the layout that a bank of that kind writes; people, accounts and texts are made up.
test.each([
  [
    'of cooperative banks',
    'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung\n' +
      'Giro;DE02120300000000202051;BYLADEM1001;Bank;10.11.2026;10.11.2026;Payer One;DE89370400440532013000;COBADEFFXXX;Gutschrift;Dues;0,01;EUR;100,00\n',
    ['2026-11-10 | 1 | Payer One | DE89370400440532013000 | Gutschrift Dues', 'own DE02120300000000202051'],
  ],
  [
    'of savings banks',
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"\n' +
      '"DE02120300000000202051";"10.11.26";"10.11.26";"GUTSCHRIFT";"Beitrag";"Payer One";"DE89370400440532013000";"COBADEFFXXX";"45,00";"EUR";"Umsatz gebucht"\n',
    ['2026-11-10 | 4500 | Payer One | DE89370400440532013000 | GUTSCHRIFT Beitrag', 'own DE02120300000000202051'],
  ],
  [
    'with the holder’s account at its end',
    'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie\n' +
      '10.11.2026;10.11.2026;Gutschrift;Payer One Dues;45,00;EUR;DE02120300000000202051;Sonstige\n',
    ['2026-11-10 | 4500 |  |  | Payer One Dues', 'own DE02120300000000202051'],
  ],
  [
    'with the payer’s name before an account',
    '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)"\n' +
      '"10.11.26";"10.11.26";"Gebucht";"Payer One";"Space";"Dues";"Eingang";"DE89370400440532013000";"45,00"\n',
    ['2026-11-10 | 4500 | Payer One | DE89370400440532013000 | Dues'],
  ],
  [
    'British, with its own account in the middle',
    'Number,Date,Account,Amount,Subcategory,Memo\n,27/11/2026,20-00-00 12345678,45.00,Counter Credit,PAYER ONE DUES\n',
    ['2026-11-27 | 4500 |  |  | PAYER ONE DUES'],
  ],
  [
    'British, with amounts in two columns',
    'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n' +
      "27/11/2026,FPI,'30-00-00,12345678,PAYER ONE DUES,,45.00,145.00\n28/11/2026,DEB,'30-00-00,12345678,POWER CO,12.50,,132.50\n",
    ['2026-11-27 | 4500 |  |  | PAYER ONE DUES', '2026-11-28 | -1250 |  |  | POWER CO', 'own 12345678'],
  ],
  [
    'British, with the name of its own account',
    'Date,Type,Description,Value,Balance,Account Name,Account Number\n27/11/2026,BAC,PAYER ONE,45.00,145.00,SPACE,300000-12345678\n',
    ['2026-11-27 | 4500 |  |  | PAYER ONE'],
  ],
  [
    'Australian, with its own account second',
    'Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance\n27/11/2026,45.00,123456789,,INTER-BANK CREDIT,PAYER ONE DUES,145.00\n',
    ['2026-11-27 | 4500 |  |  | PAYER ONE DUES'],
  ],
  [
    'Swedish, with its own account first',
    'Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp\n' +
      '1,81059,123456789,Konto,SEK,2026-11-27,2026-11-27,2026-11-27,Avgift,Payer One,45.00\n',
    ['2026-11-27 | 4500 |  |  | Avgift Payer One'],
  ],
  [
    'Dutch, with an account against each',
    '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1"\n' +
      '"NL91ABNA0417164300","EUR","RABONL2U","000000000000001","2026-11-27","2026-11-27","+45,00","+145,00","DE89370400440532013000","Payer One","Dues"\n',
    ['2026-11-27 | 4500 | Payer One | DE89370400440532013000 | Dues'],
  ],
  [
    'that begin with their own account',
    'Account;Date;Name;Text;Amount\nDE02120300000000202051;2026-11-27;Payer One;Dues;45.00\n',
    ['2026-11-27 | 4500 | Payer One |  | Dues'],
  ],
  [
    'with one account on all lines, after the name',
    'Date,Name,Account,Amount,Text\n2026-11-27,One,DE02120300000000202051,45.00,a\n2026-11-27,Two,DE02 1203 0000 0000 2020 51,45.00,b\n',
    ['2026-11-27 | 4500 | One |  | a', '2026-11-27 | 4500 | Two |  | b'],
  ],
  [
    'with one account for money that came and that left',
    'Date,Name,Account,Amount,Text\n2026-11-27,One,DE02120300000000202051,45.00,a\n2026-11-27,Two,DE02120300000000202051,-45.00,b\n',
    ['2026-11-27 | 4500 | One |  | a', '2026-11-27 | -4500 | Two |  | b', 'own DE02120300000000202051'],
  ],
])('CSV files %s have their own account known from the payer’s', async (_what, text, expected) => {
  expect(await understood(text)).toEqual(expected)
})

test('a column that was remembered for the payer’s account is not read where its head names the space’s own', async () => {
  const text = 'IBAN Auftragskonto;Buchungstag;Name;Betrag\nDE02120300000000202051;10.11.2026;Payer One;0,01\n'
  const { csv } = await read(text)
  if (!csv) throw new Error('not a CSV file')
  const { statements } = await readStatement(new TextEncoder().encode(text), {
    ...facts,
    remembered: { [csv.heading]: { ...csv.columns, account: 0 } },
  })
  expect(statements[0]).toMatchObject({ hasOwnColumn: true, ownAccounts: ['DE02120300000000202051'] })
  expect(statements[0]?.lines[0]?.payerAccount).toBe('')
})

test('days that fit two orders begin with the month in US dollars, and with the day elsewhere', async () => {
  const text = 'Date,Amount,Text\n11/05/2026,45.00,a\n'
  expect(await understood(text, 'USD')).toEqual(['2026-11-05 | 4500 |  |  | a'])
  expect(await understood(text, 'EUR')).toEqual(['2026-05-11 | 4500 |  |  | a'])
})

test.each([
  [
    'a type that says payment, beside amounts with signs',
    'Type,Name,Amount,Date\nPayment,Ann,40.00,27/11/2026\nDirect Debit,Power,-12.50,27/11/2026\n',
    [4000, -1250],
  ],
  ['a type that says debit, beside a plus', 'Type,Name,Amount,Date\nDebit,Ann,+40.00,27/11/2026\n', [4000]],
  [
    'types that are no marks',
    'Type,Name,Amount,Date\nDebit,Ann,40.00,27/11/2026\nFee,Bank,1.00,27/11/2026\n',
    [4000, 100],
  ],
  [
    'a type of marks alone',
    'Type,Name,Amount,Date\nCredit,Ann,40.00,27/11/2026\nDebit,Power,12.50,27/11/2026\n',
    [4000, -1250],
  ],
  ['S and H', 'Datum;Name;Umsatz;Soll/Haben\n27.11.2026;Ann;40,00;H\n27.11.2026;Power;12,50;S\n', [4000, -1250]],
  [
    'D and C beside the same signs',
    'Date,Name,Amount,D/C\n27/11/2026,Ann,40.00,C\n27/11/2026,Power,-12.50,D\n',
    [4000, -1250],
  ],
  [
    'money taken back in columns for in and out',
    'Date,Name,Paid out,Paid in\n27/11/2026,Ann,,40.00\n27/11/2026,Ann,,-40.00\n27/11/2026,Power,12.50,\n27/11/2026,Power,-12.50,\n',
    [4000, -4000, -1250, 1250],
  ],
  [
    'money out that always has a minus',
    'Date,Name,Paid out,Paid in\n27/11/2026,Ann,,40.00\n27/11/2026,Power,-12.50,0.00\n',
    [4000, -1250],
  ],
])('CSV amounts keep their signs: %s', async (_what, text, expected) => {
  const { statements, problem } = await read(text)
  expect([problem, statements[0]?.lines.map(({ amountCents }) => amountCents)]).toEqual([null, expected])
})

test.each([
  [
    'a mark that is not known',
    'Date,Name,Amount,D/C\n27/11/2026,Ann,40.00,C\n27/11/2026,Power,12.50,Z\n',
    'Line 3, in or out: “Z” doesn’t say whether money came in or left. Choose another column, or none.',
  ],
  [
    'marks against signs',
    'Date,Name,Amount,D/C\n27/11/2026,Ann,40.00,D\n27/11/2026,Power,-12.50,D\n',
    'Line 2, in or out: “D” says that money left, but other amounts have a minus. Choose another column, or none.',
  ],
])('CSV: %s is asked about, not guessed', async (_what, text, expected) => {
  expect((await read(text)).problem).toBe(expected)
})
