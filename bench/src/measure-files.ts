import { setTimeout as sleep } from 'node:timers/promises'
import { maxStatementBytes } from '@spacekeeper/contract/bank/words.ts'
import { clockMs, percentile } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const entry = (at: number) => `<Ntry><Amt Ccy="EUR">31.20</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-05</Dt>
  </BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>E${at}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`

const camt = (entries: string) => `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id>
  <IBAN>DE02120300000000202051</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

const repeat = (text: string) => text.repeat(Math.floor((maxStatementBytes * 0.95) / text.length))

/** Files as large as they may be: of a year, and such as no bank writes. */
const worstFiles = (): string[] => [
  camt(Array.from({ length: 8000 }, (_, at) => entry(at)).join('')),
  camt(`<Ntry ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  `OFXHEADER:100\n<OFX>${repeat('<STMTTRN>')}`,
  `Date,Amount,Text\n${repeat(',')}`,
  `Date;Amount;Name;Text\n${repeat('05.11.2026;31,20;Ann Annson;Dues\n')}`,
]

/** Probes until `end` resolves; how long each answer took, in ms. */
const probe = async (url: string, end: Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  let isOver = false
  const over = () => (isOver = true)
  end.then(over, over)
  while (!isOver) {
    const startedAt = clockMs()
    await (await fetch(url)).arrayBuffer()
    times.push(clockMs() - startedAt)
    await sleep(5)
  }
  return times
}

const sendFiles = async ({ portalUrl, cookies }: World, end: Promise<unknown>) => {
  const headers = { cookie: cookies[0] ?? '', 'x-csrftoken': 'bench', 'content-type': 'text/plain' }
  let isOver = false
  const over = () => (isOver = true)
  end.then(over, over)
  let sent = 0
  while (!isOver) {
    for (const body of worstFiles()) {
      const url = `${portalUrl}/api/admin/bank/imports/?isTrial=true&name=bench`
      const answer = await fetch(url, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      if (answer.status === 403 || answer.status === 415) throw new Error(`${url} answered ${answer.status}`)
      sent += 1
    }
  }
  return sent
}

/** How long doors and others wait while staff hand in the worst files, beside the same without any. */
export const measureFiles = async (world: World): Promise<Row[]> => {
  const { portalDoors, portalUrl, effort } = world
  const swipe = () => portalDoors.call('swipe', { inFlight: 1, seconds: effort.seconds * 2 })
  const alone = swipe()
  const quiet = await probe(`${portalUrl}/healthz`, alone)
  const swiping = swipe()
  const [busy, sent] = await Promise.all([probe(`${portalUrl}/healthz`, swiping), sendFiles(world, swiping)])
  const note = `${sent} files`
  return [
    {
      what: 'an answer while files are read, p99',
      figure: percentile(busy, 0.99),
      unit: 'ms',
      baseline: { what: 'without files', figure: percentile(quiet, 0.99) },
      aim: { of: 'figure', atMost: 50 },
      note,
    },
    {
      what: 'a swipe while files are read, p99',
      figure: (await swiping).p99Ms,
      unit: 'ms',
      baseline: { what: 'without files', figure: (await alone).p99Ms },
      aim: { of: 'figure', atMost: 50 },
      note,
    },
  ]
}
