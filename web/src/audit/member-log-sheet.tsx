import { Stack, Card, Group, Title, Text, Chip, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { LogKind, LogEntry, LogFilter } from '@spacekeeper/contract/audit/shapes.ts'
import { logKinds } from '@spacekeeper/contract/audit/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import type { StatusKind } from '#platform/ui/status.tsx'
import { memberLogQuery, exportMemberLog } from './api.ts'
import { DetailHistoryCard } from './detail-history-card.tsx'
import { type ListedEntry, EntriesList } from './entries-list.tsx'
import { readAuditPeriod } from './periods.ts'
import { VisitYearCard } from './visit-year-card.tsx'
import classes from './audit.module.css'

type MemberLogSheetProps = { memberId: number; name: string; hasDeeds: boolean }

/** The log of a member: the stream, and beside it their year and what their details were. */
export const MemberLogSheet = (props: MemberLogSheetProps) => (
  <div className={classes.columns}>
    <MemberLogCard {...props} />
    <Stack gap="md">
      <VisitYearCard memberId={props.memberId} />
      <DetailHistoryCard memberId={props.memberId} />
    </Stack>
  </div>
)

type Props = { memberId: number; name: string; hasDeeds: boolean }

type ChosenKinds = { kind: LogKind | 'all'; text: string; from: string; until: string }

const marks: Record<LogEntry['outcome'], StatusKind> = {
  fine: 'fine',
  refused: 'refused',
  locked: 'locked',
  waiting: 'waiting',
  info: 'info',
}

const asFilter = ({ kind, text, ...days }: ChosenKinds): LogFilter => ({
  text: text.trim(),
  ...(kind !== 'all' && { kind }),
  ...readAuditPeriod(days),
})

const useListed = () => {
  const { t } = useTranslation('audit')
  return ({ cursor, at, outcome, sentence, detail, endedAt, facts }: LogEntry): ListedEntry => {
    const until = endedAt === null ? '' : t('untilTime', { moment: formatSince(endedAt, { now: new Date(at) }) })
    const more = [detail, until].filter((part) => part !== '').join(', ')
    return { key: cursor, at, mark: marks[outcome], sentence, detail: more, facts }
  }
}

/** Everything that happened to a member, as one stream with filters. */
export const MemberLogCard = ({ memberId, name, hasDeeds }: Props) => {
  const { t } = useTranslation('audit')
  const [chosen, setChosen] = useState<ChosenKinds>({ kind: 'all', text: '', from: '', until: '' })
  const [settled] = useDebouncedValue(chosen, 250)
  const query = useInfiniteQuery(memberLogQuery({ memberId, ...asFilter(settled) }))
  const listed = useListed()
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = settled.kind !== 'all' || settled.text !== '' || settled.from !== '' || settled.until !== ''
  return (
    <Card component="section" aria-labelledby="member-log">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} id="member-log">
            {t('log')}
          </Title>
          <DownloadButton
            size="xs"
            label={t('export')}
            load={() => exportMemberLog({ memberId, ...asFilter(chosen) })}
          />
        </Group>
        <Filters chosen={chosen} onChange={setChosen} name={name} hasDeeds={hasDeeds} />
        <Page
          query={query}
          isEmpty={() => entries.length === 0}
          empty={
            <Stack gap={4}>
              <Text fw={600}>{t(isFiltered ? 'noMatchTitle' : 'logEmptyTitle')}</Text>
              <Text c="dimmed">{isFiltered ? t('noMatchText') : t('logEmptyText', { name })}</Text>
            </Stack>
          }
        >
          {() => <EntriesList entries={entries.map(listed)} titles="h3" />}
        </Page>
        <MoreButton query={query} label={t('showMore')} size="xs" />
      </Stack>
    </Card>
  )
}

type FiltersProps = Omit<Props, 'memberId'> & { chosen: ChosenKinds; onChange: (chosen: ChosenKinds) => void }

const Filters = ({ chosen, onChange, name, hasDeeds }: FiltersProps) => {
  const { t } = useTranslation('audit')
  const kinds = ['all' as const, ...logKinds.filter((kind) => hasDeeds || kind !== 'deeds')] // the literal is wanted
  const choose = (value: string | string[]) =>
    onChange({ ...chosen, kind: kinds.find((kind) => kind === value) ?? 'all' })
  return (
    <>
      <Chip.Group value={chosen.kind} onChange={choose}>
        <div className={classes.chips} role="radiogroup" aria-label={t('showKind')}>
          {kinds.map((kind) => (
            <Chip
              key={kind}
              value={kind}
              variant="light"
              radius={8}
              icon={null}
              classNames={{ label: classes.chip ?? '' }}
            >
              <span className={classes.chipWords}>{t(`kind.${kind}`, { name })}</span>
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <div className={classes.logFilters}>
        <div className={classes.wide}>
          <SearchField value={chosen.text} onChange={(text) => onChange({ ...chosen, text })} label={t('searchLog')} />
        </div>
        <TextInput
          // Unmarked: it narrows the list.
          type="date"
          label={t('from')}
          value={chosen.from}
          onChange={(event) => onChange({ ...chosen, from: event.currentTarget.value })}
        />
        <TextInput
          // Unmarked: it narrows the list.
          type="date"
          label={t('until')}
          value={chosen.until}
          onChange={(event) => onChange({ ...chosen, until: event.currentTarget.value })}
        />
      </div>
    </>
  )
}
