import { expect, test } from 'vitest'
import { bankText, type DebitFile, writeAba, writePain008 } from './debit-files.ts'

const file: DebitFile = {
  reference: 'SK-DD-7',
  madeAt: new Date('2026-03-01T10:20:30.400Z'),
  collectOn: '2026-03-16',
  creditor: {
    name: 'Werkstatt Straße & Söhne e.V.',
    account: 'DE89 3704 0044 0532 0130 00',
    bic: 'COBADEFFXXX',
    id: 'DE98 ZZZ0 9999 9999 99',
  },
  debits: [
    {
      reference: 'SK-DD-7-11',
      amountCents: 5005,
      holder: 'Łukasz <O’Brien>',
      account: 'GB29NWBK60161331926819',
      mandateReference: 'SK-000011-1',
      signedOn: '2026-02-01',
      text: 'Full, monthly: März 2026',
    },
    {
      reference: 'SK-DD-7-12',
      amountCents: 100_000,
      holder: 'Ada Lovelace',
      account: 'SE4550000000058398257466',
      mandateReference: 'SK-000012-1',
      signedOn: '2026-02-02',
      text: 'Year',
    },
  ],
}

/** The schema is a sequence everywhere, so the order of the elements is part of being valid. */
const expected = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:VERSION">
  <CstmrDrctDbtInitn>
    <GrpHdr>
      <MsgId>SK-DD-7</MsgId>
      <CreDtTm>2026-03-01T10:20:30</CreDtTm>
      <NbOfTxs>2</NbOfTxs>
      <CtrlSum>1050.05</CtrlSum>
      <InitgPty>
        <Nm>Werkstatt Strasse + Sohne e.V.</Nm>
      </InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>SK-DD-7</PmtInfId>
      <PmtMtd>DD</PmtMtd>
      <BtchBookg>true</BtchBookg>
      <NbOfTxs>2</NbOfTxs>
      <CtrlSum>1050.05</CtrlSum>
      <PmtTpInf>
        <SvcLvl>
          <Cd>SEPA</Cd>
        </SvcLvl>
        <LclInstrm>
          <Cd>CORE</Cd>
        </LclInstrm>
        <SeqTp>RCUR</SeqTp>
      </PmtTpInf>
      <ReqdColltnDt>2026-03-16</ReqdColltnDt>
      <Cdtr>
        <Nm>Werkstatt Strasse + Sohne e.V.</Nm>
      </Cdtr>
      <CdtrAcct>
        <Id>
          <IBAN>DE89370400440532013000</IBAN>
        </Id>
      </CdtrAcct>
      <CdtrAgt>
        <FinInstnId>
          BIC
        </FinInstnId>
      </CdtrAgt>
      <ChrgBr>SLEV</ChrgBr>
      <CdtrSchmeId>
        <Id>
          <PrvtId>
            <Othr>
              <Id>DE98ZZZ09999999999</Id>
              <SchmeNm>
                <Prtry>SEPA</Prtry>
              </SchmeNm>
            </Othr>
          </PrvtId>
        </Id>
      </CdtrSchmeId>
      <DrctDbtTxInf>
        <PmtId>
          <EndToEndId>SK-DD-7-11</EndToEndId>
        </PmtId>
        <InstdAmt Ccy="EUR">50.05</InstdAmt>
        <DrctDbtTx>
          <MndtRltdInf>
            <MndtId>SK-000011-1</MndtId>
            <DtOfSgntr>2026-02-01</DtOfSgntr>
          </MndtRltdInf>
        </DrctDbtTx>
        <DbtrAgt>
          <FinInstnId>
            <Othr>
              <Id>NOTPROVIDED</Id>
            </Othr>
          </FinInstnId>
        </DbtrAgt>
        <Dbtr>
          <Nm>Lukasz O'Brien</Nm>
        </Dbtr>
        <DbtrAcct>
          <Id>
            <IBAN>GB29NWBK60161331926819</IBAN>
          </Id>
        </DbtrAcct>
        <RmtInf>
          <Ustrd>Full, monthly: Marz 2026 SK-DD-7-11</Ustrd>
        </RmtInf>
      </DrctDbtTxInf>
`

test.each([
  ['pain.008.001.08', '<BICFI>COBADEFFXXX</BICFI>'],
  ['pain.008.001.02', '<BIC>COBADEFFXXX</BIC>'],
] as const)('a SEPA collection as %s has its elements in the order of the schema', (version, bic) => {
  const xml = writePain008(file, version)
  const beginning = expected.replace('VERSION', version).replace('BIC\n', `${bic}\n`)
  expect(xml.slice(0, beginning.length)).toBe(beginning)
  expect(xml).toContain('<InstdAmt Ccy="EUR">1000.00</InstdAmt>')
  expect(xml.endsWith('</PmtInf>\n  </CstmrDrctDbtInitn>\n</Document>\n')).toBe(true)
})

test('an ABA file has lines of 120 characters, and credits what it debits', () => {
  const creditor = { name: 'Workshop', account: '062-000 12345678', bic: '', id: '301500' }
  const debits = file.debits.map((debit, at) => ({ ...debit, account: `733-000 ${91234 + at}` }))
  const lines = writeAba({ ...file, creditor, debits }, { bank: 'CBA' }).split('\r\n')
  expect(lines).toEqual([
    `0                 01CBA       Workshop                  301500DUES        160326${' '.repeat(40)}`,
    `1733-000    91234 130000005005Lukasz O'Brien                  SK-DD-7-11        062-000 12345678Workshop        00000000`,
    `1733-000    91235 130000100000Ada Lovelace                    SK-DD-7-12        062-000 12345678Workshop        00000000`,
    `1062-000 12345678 500000105005Workshop                        SK-DD-7           062-000 12345678Workshop        00000000`,
    `7999-999            000000000000001050050000105005                        000003${' '.repeat(40)}`,
    '',
  ])
  expect(lines.slice(0, -1).map(({ length }) => length)).toEqual([120, 120, 120, 120, 120])
})

test.each([
  ['Zoë Müller-Ærø', 'Zoe Muller-AEro'],
  ['a\n<b>"c"&d', 'a b c +d'],
  ['中文', ''],
])('%s as banks take it', (text, plain) => {
  expect(bankText(text, 70)).toBe(plain)
})
