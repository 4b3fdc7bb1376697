import { codesFor, compactDay, decimal, describeTotal, type DayTotal, type MonthToExport } from './exported-month.ts'

const pairs = (count: number, kind: string, content: string) =>
  Array.from({ length: count }, (_, at) => [`${kind} ${at + 1}`, `${content} ${at + 1}`]).flat()

/** The columns of a Buchungsstapel in format 13, by the names DATEV gives them. */
const columns = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  ...pairs(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...pairs(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp',
  'USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername',
  'Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU)',
  'Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
].flatMap((names) => names.split(';'))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Accounts have four digits or more; the longest says how many all have. */
const leastDigits = 4

const headOf = (month: MonthToExport, codes: readonly string[]) => {
  const digits = Math.max(leastDigits, ...codes.map(({ length }) => length))
  const [year = '', number = ''] = month.month.split('-')
  const [first, last] = [compactDay(month.firstDay), compactDay(month.lastDay)]
  const { consultant, client } = month.datev
  // Its sixth field is when the file was made: the end of the month, so that the same month is the same file.
  return [
    `"EXTF";700;21;"Buchungsstapel";13;${last}000000000;;"SK";"";"";${consultant};${client}`,
    `${compactDay(month.yearStart)};${digits};${first};${last};"Spacekeeper ${number}/${year}";""`,
    `1;0;0;"${month.currency}";;"";;;"";;;"";""`,
  ].join(';')
}

const numeric = {
  fits: (code: string) => /^\d{1,8}$/.test(code),
  words: 'DATEV takes accounts of 4 to 8 digits.',
}

/** A Buchungsstapel for DATEV: one line a day for each pair of accounts, amounts with a comma, lines ended as on Windows. */
export const writeDatev = (month: MonthToExport, totals: readonly DayTotal[]): string => {
  const codeOf = codesFor(month, totals, numeric)
  const codes = totals.flatMap(({ debit, credit, planId }) => [codeOf(debit, planId), codeOf(credit, planId)])
  const lines = totals.map((total, at) => {
    const { day, debit, credit, planId, cents } = total
    const values: Record<string, string> = {
      'Umsatz (ohne Soll/Haben-Kz)': decimal(cents).replace('.', ','),
      'Soll/Haben-Kennzeichen': quoted('S'),
      'WKZ Umsatz': quoted(month.currency),
      Konto: codeOf(debit, planId),
      'Gegenkonto (ohne BU-Schlüssel)': codeOf(credit, planId),
      Belegdatum: `${day.slice(8)}${day.slice(5, 7)}`,
      'Belegfeld 1': quoted(`${month.month}-${at + 1}`),
      Buchungstext: quoted(describeTotal(total).slice(0, 60)),
      Festschreibung: '0',
    }
    return columns.map((column) => values[column] ?? '').join(';')
  })
  return [headOf(month, codes), columns.join(';'), ...lines, ''].join('\r\n')
}
