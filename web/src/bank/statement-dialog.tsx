import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { formatAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { CsvColumns, StatementFileContent } from '@spacekeeper/contract/bank/shapes.ts'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { bank, sendStatement, statementProblem } from './api.ts'
import { ColumnsForm, DayWarnings } from './columns-form.tsx'
import classes from './bank.module.css'

type Props = { file: File; first: StatementFileContent; onClose: () => void }

/** Shows what a file holds, asks which columns of a CSV file mean what, and imports it. */
export const StatementDialog = ({ file, first, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const [read, setRead] = useState(first)
  const [isAsking, setAsking] = useState(first.csv !== null && !first.csv.isKnown)
  const choose = useMutation({
    mutationFn: async (columns: CsvColumns) => {
      await bank.saveColumns({ heading: read.csv?.heading ?? '', columns })
      return sendStatement(file, { isTrial: true })
    },
    onSuccess: (again) => {
      setRead(again)
      setAsking(again.problem !== null)
    },
  })
  const send = useMutation({
    mutationFn: () => sendStatement(file, { isTrial: false }),
    onSuccess: ({ added }) => {
      notify.done({ text: t('imported', { count: added }) })
      onClose()
    },
  })
  const error = choose.error ?? send.error
  const problem = error ? statementProblem(error) : read.problem
  return (
    <BigDialog title={t('previewTitle', { name: file.name })} onClose={onClose}>
      <Stack gap="md">
        <FormError>{problem}</FormError>
        {read.csv && isAsking ? (
          <ColumnsForm
            question={read.csv}
            read={read}
            isBusy={choose.isPending}
            onChoose={choose.mutate}
            onClose={onClose}
          />
        ) : (
          <>
            <Summary read={read} />
            <SampleTable read={read} />
            <DialogButtons
              action={t('importAction', { count: read.added })}
              isReady={read.added > 0}
              isBusy={send.isPending}
              onClick={() => send.mutate()}
              onClose={onClose}
              aside={
                read.csv ? (
                  <Button variant="subtle" onClick={() => setAsking(true)}>
                    {t('changeColumns')}
                  </Button>
                ) : null
              }
            />
          </>
        )}
      </Stack>
    </BigDialog>
  )
}

const Summary = ({ read }: { read: StatementFileContent }) => {
  const { t } = useTranslation('bank')
  const { added, known, changed, from, to, accounts, hasOwnColumn } = read
  const days = { from: from === null ? '' : formatCalendarDay(from), to: to === null ? '' : formatCalendarDay(to) }
  const words =
    added > 0 ? t('previewCounts', { count: added, ...days }) : t(known > 0 ? 'previewNothing' : 'previewEmpty')
  return (
    <Stack gap={4} role="status">
      <Text>{words}</Text>
      {known > 0 && added > 0 ? <Text size="sm">{t('previewKnown', { count: known })}</Text> : null}
      <DayWarnings {...read} />
      {changed > 0 ? <Status kind="warning">{t('previewChanged', { count: changed })}</Status> : null}
      {hasOwnColumn ? <Status kind="info">{t('previewOwnColumn')}</Status> : null}
      <Group gap="xs">
        {accounts.map(({ account, isOther }) =>
          isOther ? (
            <Status key={account} kind="warning">
              {t('previewOther', { account })}
            </Status>
          ) : (
            <Text key={account} size="sm" c="dimmed">
              {t('previewAccount', { account })}
            </Text>
          ),
        )}
      </Group>
    </Stack>
  )
}

const SampleTable = ({ read }: { read: StatementFileContent }) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  if (read.sample.length === 0) return null
  return (
    // The texts of banks are longer than a phone is wide; the table scrolls by itself.
    <div
      className={classes.sample}
      role="region"
      aria-label={t('previewFirst')}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    >
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('columnDate')}</Table.Th>
            <Table.Th ta="right">{t('columnAmount')}</Table.Th>
            <Table.Th>{t('columnName')}</Table.Th>
            <Table.Th>{t('columnText')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {read.sample.map((line, at) => (
            <Table.Tr key={`${at} ${line.text}`}>
              <Table.Td className={classes.oneLine}>{formatCalendarDay(line.bookedOn)}</Table.Td>
              <Table.Td className={classes.money}>{money(line.amountCents, line.currency)}</Table.Td>
              <Table.Td>
                {line.payerName}
                {line.payerAccount === '' ? null : (
                  <Text component="span" size="sm" c="dimmed" display="block">
                    {formatAccount(line.payerAccount)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{line.text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
