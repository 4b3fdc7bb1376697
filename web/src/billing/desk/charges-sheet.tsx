import { Button, Card, Group, Text } from '@mantine/core'
import type { DeskCharge } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { type DeskFilter, deskChargesQuery, deskSummaryQuery } from './api.ts'
import { type ChargeAct, ChargesList, openCentsOfCharge } from './charges-list.tsx'
import { MoreTimeDialog } from './more-time-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { VoidChargeDialog } from './settle-dialog.tsx'
import { DeskEmpty, SumRow, sumUp, useSums } from './sum-row.tsx'
import { TickDialog } from './tick-dialog.tsx'
import { WriteOffDialog } from './write-off-dialog.tsx'
import classes from './desk.module.css'

type Props = { list: 'open' | 'overdue' | 'settled'; filter: DeskFilter; onClear: () => void }

/** Acts on several at once. */
type ManyAct = 'tick' | 'writeOff'

type DeskDoing =
  | { act: Exclude<ChargeAct, ManyAct>; charge: DeskCharge }
  | { act: ManyAct; charges: DeskCharge[] }
  | null

/** Charges of one list, of which some can be ticked off together. */
export const ChargesSheet = ({ list, filter, onClear }: Props) => {
  const query = useInfiniteQuery(deskChargesQuery({ ...filter, list }))
  const today = useQuery(deskSummaryQuery).data?.today ?? ''
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [doing, setDoing] = useState<DeskDoing>(null)
  const { t } = useTranslation('billing')
  const charges = query.data?.pages.flatMap((page) => page.charges) ?? []
  const open = charges.filter(({ state }) => state === 'open')
  // What is no longer on the list is not chosen any more.
  const chosen = open.filter(({ id }) => picked.has(id))
  const choose = (id: number) =>
    setPicked(new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id]))
  const act = (wanted: ChargeAct, charge: DeskCharge) =>
    setDoing(wanted === 'tick' || wanted === 'writeOff' ? { act: wanted, charges: [charge] } : { act: wanted, charge })
  const [first] = query.data?.pages ?? []
  return (
    <>
      <Page
        query={query}
        skeleton={<RowsSkeleton rows={5} />}
        isEmpty={() => charges.length === 0}
        empty={<DeskEmpty list={list} isFiltered={Object.keys(filter).length > 0} onClear={onClear} />}
      >
        {() => (
          <>
            <SumRow count={first?.count ?? 0} sums={first?.sums ?? []}>
              {open.length > 1 && chosen.length < open.length ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => setPicked(new Set(open.slice(0, mostChosen).map(({ id }) => id)))}
                >
                  {t('deskChooseAll')}
                </Button>
              ) : null}
            </SumRow>
            <Card padding={0} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
              <ChargesList
                charges={charges}
                today={today}
                chosen={new Set(chosen.map(({ id }) => id))}
                onChoose={choose}
                onAct={act}
              />
            </Card>
            <MoreButton query={query} label={t('deskShowMore')} size="xs" isCentred />
          </>
        )}
      </Page>
      {chosen.length > 0 ? (
        <ChosenBar
          chosen={chosen}
          onAct={(wanted) => setDoing({ act: wanted, charges: chosen.slice(0, mostChosen) })}
          onClear={() => setPicked(new Set())}
        />
      ) : null}
      <Doings doing={doing} onClose={() => setDoing(null)} onDone={() => setPicked(new Set())} />
    </>
  )
}

/** As many as the server takes at once. */
const mostChosen = 100

type BarProps = { chosen: readonly DeskCharge[]; onAct: (act: ManyAct) => void; onClear: () => void }

/** What is chosen comes to, and what can be done with it. */
const ChosenBar = ({ chosen, onAct, onClear }: BarProps) => {
  const { t } = useTranslation('billing')
  const sumWords = useSums()
  const sum = sumWords(sumUp(chosen.map((charge) => ({ currency: charge.currency, cents: openCentsOfCharge(charge) }))))
  const words = { count: chosen.length, formatted: formatNumber(chosen.length) }
  return (
    <Card padding="sm" className={classes.bar ?? ''} role="region" aria-label={t('deskChosen', { ...words, sum })}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" aria-live="polite">
          {t('deskChosen', { ...words, sum })}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={onClear}>
            {t('deskClear')}
          </Button>
          <Button variant="default" size="xs" onClick={() => onAct('writeOff')}>
            {t('deskWriteOff')}
          </Button>
          <Button size="xs" onClick={() => onAct('tick')}>
            {t('deskTickMany', words)}
          </Button>
        </Group>
      </Group>
    </Card>
  )
}

type DoingsProps = { doing: DeskDoing; onClose: () => void; onDone: () => void }

const Doings = ({ doing, onClose, onDone }: DoingsProps) => {
  if (doing === null) return null
  if ('charges' in doing) {
    const Dialog = doing.act === 'tick' ? TickDialog : WriteOffDialog
    return <Dialog charges={doing.charges} onClose={onClose} onDone={onDone} />
  }
  const { act, charge } = doing
  const member = { memberId: charge.memberId, memberName: charge.memberName }
  if (act === 'book') return <PaymentDialog memberId={charge.memberId} firstChargeId={charge.id} onClose={onClose} />
  if (act === 'moreTime') return <MoreTimeDialog {...member} onClose={onClose} />
  return <VoidChargeDialog charge={charge} onClose={onClose} />
}
