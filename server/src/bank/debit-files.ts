import { bareAccount, readAustralian } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { painVersions } from '@spacekeeper/contract/bank/words.ts'
import type { Day } from '#platform/local-day.ts'

/** One debit as files carry it. `account` is an IBAN, or branch and account. */
export type FiledDebit = {
  reference: string
  amountCents: number
  holder: string
  account: string
  mandateReference: string
  signedOn: Day
  text: string
}

export type DebitFile = {
  reference: string
  madeAt: Date
  collectOn: Day
  creditor: { name: string; account: string; bic: string; id: string }
  debits: readonly FiledDebit[]
}

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '&': '+',
  '’': "'",
}

/** Text in the letters that every bank takes, cut to its length. */
export const bankText = (text: string, longest: number): string =>
  text
    .replaceAll(/[ßæÆœŒøØłŁđĐðþı&’]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trim()

const decimals = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const sumOf = (debits: readonly FiledDebit[]) => debits.reduce((sum, { amountCents }) => sum + amountCents, 0)

type PainVersion = (typeof painVersions)[number]

/** Elements of XML with their children in the order that the schema wants. What is given holds no signs to escape. */
type XmlNode = [name: string, content: string | readonly XmlNode[]]

const writeXml = ([name, content]: XmlNode, depth = 0): string => {
  const indent = '  '.repeat(depth)
  const end = name.split(' ')[0]
  if (typeof content === 'string') return `${indent}<${name}>${content}</${end}>\n`
  return `${indent}<${name}>\n${content.map((child) => writeXml(child, depth + 1)).join('')}${indent}</${end}>\n`
}

const notProvided: XmlNode = ['FinInstnId', [['Othr', [['Id', 'NOTPROVIDED']]]]]

const transaction = (debit: FiledDebit): XmlNode => [
  'DrctDbtTxInf',
  [
    ['PmtId', [['EndToEndId', debit.reference]]],
    ['InstdAmt Ccy="EUR"', decimals(debit.amountCents)],
    [
      'DrctDbtTx',
      [
        [
          'MndtRltdInf',
          [
            ['MndtId', debit.mandateReference],
            ['DtOfSgntr', debit.signedOn],
          ],
        ],
      ],
    ],
    ['DbtrAgt', [notProvided]],
    ['Dbtr', [['Nm', bankText(debit.holder, 70)]]],
    ['DbtrAcct', [['Id', [['IBAN', debit.account]]]]],
    ['RmtInf', [['Ustrd', bankText(`${debit.text} ${debit.reference}`, 140)]]],
  ],
]

/** Whose money it becomes: the account, its bank and what the creditor is known by. */
const creditorParts = ({ creditor }: DebitFile, version: PainVersion): XmlNode[] => {
  const bic = bareAccount(creditor.bic)
  const known: XmlNode = ['FinInstnId', [[version === 'pain.008.001.08' ? 'BICFI' : 'BIC', bic]]]
  const id: XmlNode = [
    'Othr',
    [
      ['Id', bareAccount(creditor.id)],
      ['SchmeNm', [['Prtry', 'SEPA']]],
    ],
  ]
  return [
    ['Cdtr', [['Nm', bankText(creditor.name, 70)]]],
    ['CdtrAcct', [['Id', [['IBAN', bareAccount(creditor.account)]]]]],
    ['CdtrAgt', [bic === '' ? notProvided : known]],
    ['ChrgBr', 'SLEV'],
    ['CdtrSchmeId', [['Id', [['PrvtId', [id]]]]]],
  ]
}

const kind: XmlNode = [
  'PmtTpInf',
  [
    ['SvcLvl', [['Cd', 'SEPA']]],
    ['LclInstrm', [['Cd', 'CORE']]],
    ['SeqTp', 'RCUR'],
  ],
]

/**
 * A collection as SEPA has it. All are of the kind that recurs, also the first of a mandate, as banks take them since
 * 2016: then the bank books the collection as one amount, which the next statement is matched by.
 */
export const writePain008 = (file: DebitFile, version: PainVersion): string => {
  const { reference, creditor, debits } = file
  const sums: XmlNode[] = [
    ['NbOfTxs', String(debits.length)],
    ['CtrlSum', decimals(sumOf(debits))],
  ]
  const made: XmlNode = ['CreDtTm', file.madeAt.toISOString().slice(0, 19)]
  const sender: XmlNode = ['InitgPty', [['Nm', bankText(creditor.name, 70)]]]
  const collection: XmlNode[] = [
    ['PmtInfId', reference],
    ['PmtMtd', 'DD'],
    ['BtchBookg', 'true'],
    ...sums,
    kind,
    ['ReqdColltnDt', file.collectOn],
    ...creditorParts(file, version),
    ...debits.map(transaction),
  ]
  const whole: XmlNode[] = [
    ['GrpHdr', [['MsgId', reference], made, ...sums, sender]],
    ['PmtInf', collection],
  ]
  const root: XmlNode = [`Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"`, [['CstmrDrctDbtInitn', whole]]]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}`
}

const left = (text: string, width: number) => bankText(text, width).padEnd(width)
const right = (text: string, width: number) => text.slice(-width).padStart(width)
const digits = (value: number, width: number) => String(value).padStart(width, '0')

const australian = (text: string) => {
  const account = readAustralian(text)
  if (!account) throw new Error('not an Australian account')
  return account
}

/**
 * A collection as Australian banks take it: lines of 120 characters, of a head, the debits, one credit of their sum to
 * the account of the space, and a foot whose net total is nothing.
 */
export const writeAba = (file: DebitFile, { bank }: { bank: string }): string => {
  const { creditor, debits, collectOn } = file
  const own = australian(creditor.account)
  const total = sumOf(debits)
  const day = `${collectOn.slice(8, 10)}${collectOn.slice(5, 7)}${collectOn.slice(2, 4)}`
  const head = `0${' '.repeat(17)}01${left(bank, 3)}${' '.repeat(7)}${left(creditor.name, 26)}${creditor.id.padStart(6, '0')}${left('DUES', 12)}${day}${' '.repeat(40)}`
  const line = (entry: { account: string; code: '13' | '50'; cents: number; title: string; reference: string }) => {
    const { bsb, account } = australian(entry.account)
    return `1${bsb}${right(account, 9)} ${entry.code}${digits(entry.cents, 10)}${left(entry.title, 32)}${left(entry.reference, 18)}${own.bsb}${right(own.account, 9)}${left(creditor.name, 16)}${digits(0, 8)}`
  }
  const lines = [
    ...debits.map(({ account, amountCents: cents, holder: title, reference }) =>
      line({ account, code: '13', cents, title, reference }),
    ),
    line({ account: creditor.account, code: '50', cents: total, title: creditor.name, reference: file.reference }),
  ]
  const foot = `7999-999${' '.repeat(12)}${digits(0, 10)}${digits(total, 10)}${digits(total, 10)}${' '.repeat(24)}${digits(lines.length, 6)}${' '.repeat(40)}`
  return [head, ...lines, foot].map((record) => `${record}\r\n`).join('')
}
