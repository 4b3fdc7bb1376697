import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Debit, DebitRun } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { debitStateWords } from '@spacekeeper/contract/bank/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDay, formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { bank, runQuery } from './api.ts'
import { CancelRunDialog } from './cancel-run-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { SettleRunDialog } from './settle-run-dialog.tsx'
import { UnsettleDialog } from './unsettle-dialog.tsx'
import classes from './bank.module.css'

type Open = { dialog: 'settle' | 'cancel' | 'unsettle' } | { dialog: 'return'; debit: Debit } | null

/** A collection: where it is, its file, and its debits on demand. */
export const RunCard = ({ run }: { run: DebitRun }) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const [open, setOpen] = useState<Open>(null)
  const [isShown, setShown] = useState(false)
  const { id, reference: name, count, totalCents, waiting, settled, isCancelled } = run
  const isOpen = waiting > 0 && !isCancelled
  const close = () => setOpen(null)
  return (
    <Card component="section" aria-labelledby={`run-${id}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} id={`run-${id}`}>
            {t('runTitle', { name })}
          </Title>
          <Text className={classes.money}>{t('runSum', { count, amount: money(totalCents) })}</Text>
        </Group>
        <RunState run={run} />
        <Group gap="xs">
          {isCancelled ? null : <DownloadButton label={t('download')} load={() => bank.downloadRun({ runId: id })} />}
          {isOpen ? <Button onClick={() => setOpen({ dialog: 'settle' })}>{t('settle')}</Button> : null}
          {settled > 0 ? (
            <Button variant="subtle" onClick={() => setOpen({ dialog: 'unsettle' })}>
              {t('unsettle')}
            </Button>
          ) : null}
          {isOpen && waiting === count ? (
            <Button variant="subtle" onClick={() => setOpen({ dialog: 'cancel' })}>
              {t('cancelRun')}
            </Button>
          ) : null}
          <Button variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'hideDebits' : 'showDebits')}
          </Button>
        </Group>
        {isShown ? <Debits runId={id} onReturn={(debit) => setOpen({ dialog: 'return', debit })} /> : null}
      </Stack>
      {open?.dialog === 'settle' ? <SettleRunDialog run={run} onClose={close} /> : null}
      {open?.dialog === 'unsettle' ? <UnsettleDialog run={run} onClose={close} /> : null}
      {open?.dialog === 'cancel' ? <CancelRunDialog run={run} onClose={close} /> : null}
      {open?.dialog === 'return' ? <ReturnDialog debit={open.debit} onClose={close} /> : null}
    </Card>
  )
}

const RunState = ({ run }: { run: DebitRun }) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const { sentAt, collectOn, settledCents, returnedCents, waiting, isCancelled } = run
  const figures = { settled: money(settledCents), returned: money(returnedCents), count: waiting }
  return (
    <Stack gap={4}>
      {isCancelled ? (
        <Status kind="none">{t('runCancelled')}</Status>
      ) : waiting === 0 ? (
        <Status kind="fine">{t('runDone')}</Status>
      ) : sentAt === null ? (
        <Status kind="info">{t('runAnnounced')}</Status>
      ) : (
        <Status kind="waiting">{t('runSent', { day: formatDate(sentAt) })}</Status>
      )}
      <Text size="sm" c="dimmed">
        {t('runOn', { day: formatCalendarDay(collectOn) })}. {isCancelled ? null : t('runFigures', figures)}
      </Text>
    </Stack>
  )
}

const kinds = {
  announced: 'info',
  sent: 'waiting',
  settled: 'fine',
  returned: 'refused',
  cancelled: 'none',
} as const satisfies Record<Debit['state'], StatusKind>

const Debits = ({ runId, onReturn }: { runId: number; onReturn: (debit: Debit) => void }) => {
  const query = useQuery(runQuery(runId))
  return (
    <Page query={query}>
      {({ debits }) => (
        <ul className={classes.list}>
          {debits.map((debit) => (
            <DebitRow key={debit.id} debit={debit} onReturn={() => onReturn(debit)} />
          ))}
        </ul>
      )}
    </Page>
  )
}

const DebitRow = ({ debit, onReturn }: { debit: Debit; onReturn: () => void }) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const { memberId, memberName: name, description, account, amountCents, state, returnReason } = debit
  return (
    <li className={classes.row}>
      <span>
        <span className={classes.who}>
          <MemberLink id={memberId}>{name}</MemberLink>
        </span>
        <span className={classes.more}>
          {' '}
          {description}, {account}
        </span>
        <div>
          <Status kind={kinds[state]}>
            {debitStateWords[state]}
            {returnReason === null ? null : `: ${returnReason}`}
          </Status>
        </div>
      </span>
      <Group gap="xs">
        <span className={classes.money}>{money(amountCents)}</span>
        {state === 'returned' || state === 'cancelled' ? null : (
          <Button size="compact-sm" variant="subtle" aria-label={t('returnOf', { name })} onClick={onReturn}>
            {t('returned')}
          </Button>
        )}
      </Group>
    </li>
  )
}
