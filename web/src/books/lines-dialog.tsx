import { Stack, Text } from '@mantine/core'
import type { JournalLine } from '@spacekeeper/contract/books/shapes.ts'
import { bookAccounts, lineSources } from '@spacekeeper/contract/books/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDay, formatMonth, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { type NamedAccount, useAccountWords } from './account-words.ts'
import { type AskedMonth, journalLinesQuery } from './api.ts'
import classes from './books.module.css'

/** What was booked on an account in a month, line by line. */
export const LinesDialog = ({ of, asked, onClose }: { of: NamedAccount; asked: AskedMonth; onClose: () => void }) => {
  const { t } = useTranslation('books')
  const words = useAccountWords()
  const query = useInfiniteQuery(journalLinesQuery({ ...asked, account: of.account, planId: of.planId ?? undefined }))
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <BigDialog title={t('linesTitle', { account: words(of), month: formatMonth(asked.month) })} onClose={onClose}>
      <Page query={query} isEmpty={() => lines.length === 0} empty={<Text>{t('linesNone')}</Text>}>
        {() => (
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {t('linesCount', { count: total, formatted: formatNumber(total) })}
            </Text>
            <ul className={classes.list}>
              {lines.map((line) => (
                <LineRow key={`${line.source} ${line.sourceId} ${line.day}`} line={line} of={of} />
              ))}
            </ul>
          </Stack>
        )}
      </Page>
      <MoreButton query={query} label={t('showMore')} size="xs" isCentred mt="md" />
    </BigDialog>
  )
}

/** A line as its account sees it: what came positive, what went negative, and the other account. */
const LineRow = ({ line, of }: { line: JournalLine; of: NamedAccount }) => {
  const { t } = useTranslation('books')
  const money = useMoney()
  const isDebit = line.debit === of.account
  const other = isDebit ? line.credit : line.debit
  const what = `${lineSources[line.source]} ${t('number', { id: line.sourceId })}`
  return (
    <li className={classes.row}>
      <span>
        {bookAccounts[other].words}
        <span className={classes.dim}>
          {/* A day has no time zone: noon is on it nearly everywhere. */}
          {formatDay(`${line.day}T12:00:00Z`, { timeZone: 'UTC' })}, {what}
          {line.reference === '' ? '' : `, ${line.reference}`}
          {line.memberId === null || line.name === null ? null : (
            <>
              {', '}
              <MemberLink id={line.memberId} isInText>
                {line.name}
              </MemberLink>
            </>
          )}
        </span>
      </span>
      <span className={classes.money}>{money(isDebit ? line.cents : -line.cents, line.currency)}</span>
    </li>
  )
}
