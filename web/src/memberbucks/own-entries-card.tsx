import { Button, Card, NativeSelect, SegmentedControl, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { BalanceOverview, EntryFilter, LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { directions, transactionTypes } from '@spacekeeper/contract/memberbucks/words.ts'
import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMonth, formatTime, groupByDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { exportOwnEntries, ownEntriesQuery } from './api.ts'
import { accountIcons, entryWords, entryWordOf } from './entry-words.ts'
import classes from './own-balance.module.css'

const types = keysOf(transactionTypes)

const initial = { text: '', month: '', type: '', direction: 'all' }

type TypedFilter = typeof initial

const readFilter = ({ text, month, type, direction }: TypedFilter): EntryFilter => {
  const [knownType, knownDirection] = [types.find((one) => one === type), directions.find((one) => one === direction)]
  return {
    ...(text.trim() !== '' && { search: text.trim().slice(0, 100) }),
    ...(month !== '' && { month }),
    ...(knownType && { type: knownType }),
    ...(knownDirection && { direction: knownDirection }),
  }
}

type FilterProps = {
  typed: TypedFilter
  set: (change: Partial<TypedFilter>) => void
  months: BalanceOverview['months']
}

const Filters = ({ typed, set, months }: FilterProps) => {
  const { t } = useTranslation('memberbucks')
  const lastFirst = months.toReversed().map(({ month }) => ({ value: month, label: formatMonth(month) }))
  const sides = [
    { value: 'all', label: t('all') },
    { value: 'out', label: t('spent') },
    { value: 'in', label: t('added') },
  ]
  return (
    <div className={classes.filters}>
      <SearchField value={typed.text} onChange={(text) => set({ text })} label={t('search')} />
      <SegmentedControl
        aria-label={t('direction')}
        value={typed.direction}
        onChange={(direction) => set({ direction })}
        data={sides}
      />
      <NativeSelect
        aria-label={t('month')}
        value={typed.month}
        onChange={(event) => set({ month: event.currentTarget.value })}
        data={[{ value: '', label: t('allMonths') }, ...lastFirst]}
      />
      <NativeSelect
        aria-label={t('kind')}
        value={typed.type}
        onChange={(event) => set({ type: event.currentTarget.value })}
        data={[{ value: '', label: t('allKinds') }, ...types.map((value) => ({ value, label: t(entryWords[value]) }))]}
      />
    </div>
  )
}

const Entry = ({ entry }: { entry: LedgerEntry }) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const { amountCents, balanceCents, contraAccount, description, by, isReversed } = entry
  const Icon = accountIcons[contraAccount]
  const word = t(entryWordOf(entry))
  const device = by !== null && description.includes(by) ? null : by
  const more = [description ? word : null, device, isReversed ? t('reversed') : null]
  return (
    <li className={classes.entry}>
      <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span data-reversed={isReversed || undefined}>{description || word}</span>
        <span className={classes.more}>
          {[...more.filter((part) => part !== null), formatTime(entry.at)].join(', ')}
        </span>
      </span>
      <span className={classes.amounts}>
        <span className={classes.money} data-in={amountCents > 0 || undefined}>
          {amountCents > 0 ? `+${money(amountCents)}` : money(amountCents)}
        </span>
        <span className={classes.more}>{t('leftAfter', { balance: money(balanceCents) })}</span>
      </span>
    </li>
  )
}

/** What moved a member's balance, day by day, and what they look for in it. */
export const OwnEntriesCard = ({ months }: { months: BalanceOverview['months'] }) => {
  const { t } = useTranslation('memberbucks')
  const [typed, setTyped] = useState(initial)
  const [settled] = useDebouncedValue(typed, 200)
  const filter = readFilter(settled)
  const query = useInfiniteQuery(ownEntriesQuery(filter))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <Card component="section" aria-labelledby="own-entries">
      <div className={classes.head}>
        <Title order={2} id="own-entries">
          {t('transactions')}
        </Title>
        <div className={classes.tools}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconReceipt size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/account/memberbucks/statement" {...props} />}
          >
            {t('statement')}
          </Button>
          <DownloadButton size="xs" label={t('csv')} load={() => exportOwnEntries(filter)} />
        </div>
      </div>
      <Filters typed={typed} set={(change) => setTyped({ ...typed, ...change })} months={months} />
      <Page query={query}>
        {() =>
          entries.length === 0 ? (
            <p className={classes.none}>{t(isNarrowed ? 'nothingFound' : 'ownNone')}</p>
          ) : (
            groupByDay(entries).map(({ day, rows }) => (
              <section key={day} aria-label={day}>
                <h3 className={classes.day}>{day}</h3>
                <ul className={classes.entries}>
                  {rows.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Page>
      <MoreButton query={query} label={t('showMore')} size="xs" isCentred mt="md" />
    </Card>
  )
}
