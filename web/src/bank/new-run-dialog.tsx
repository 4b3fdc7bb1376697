import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { DebitPreview } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useMoney } from '#platform/session/site.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { bank, debitPreviewQuery, refreshBank } from './api.ts'
import classes from './bank.module.css'

const dayMs = 24 * 60 * 60 * 1000
const inTwoWeeks = () => new Date(Date.now() + 14 * dayMs).toISOString().slice(0, 10)
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Chooses the charges of a collection by a day, shows them, and tells their members. */
export const NewRunDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('bank')
  const [dueBy, setDueBy] = useState(inTwoWeeks)
  const [asked, setAsked] = useState(dueBy)
  const query = useQuery(debitPreviewQuery(asked))
  return (
    <BigDialog title={t('newRun')} onClose={onClose}>
      <Stack gap="md">
        <TextInput
          type="date"
          label={t('dueBy')}
          value={dueBy}
          onChange={({ currentTarget: { value } }) => {
            setDueBy(value)
            if (isDay(value)) setAsked(value)
          }}
        />
        <Page query={query}>
          {(preview) =>
            preview.missing.length > 0 ? (
              <Missing missing={preview.missing} />
            ) : (
              <RunForm key={preview.fingerprint} preview={preview} dueBy={asked} onClose={onClose} />
            )
          }
        </Page>
      </Stack>
    </BigDialog>
  )
}

const Missing = ({ missing }: { missing: readonly string[] }) => {
  const { t } = useTranslation('bank')
  return (
    <Stack gap="xs" align="flex-start">
      <Status kind="warning">{t('missingTitle')}</Status>
      <Text size="sm">{t('missingText', { list: missing.join(', ') })}</Text>
      <Button component={Link} to="/manage/settings" variant="default" size="xs">
        {t('toSettings')}
      </Button>
    </Stack>
  )
}

type RunFormProps = { preview: DebitPreview; dueBy: string; onClose: () => void }

const RunForm = ({ preview, dueBy, onClose }: RunFormProps) => {
  const { t } = useTranslation('bank')
  const client = useQueryClient()
  const money = useMoney()
  const { charges, count, totalCents, earliestOn, fingerprint } = preview
  const [collectOn, setCollectOn] = useState(earliestOn)
  const start = useMutation({
    mutationFn: () => bank.startDebits({ dueBy, collectOn, fingerprint }),
    onSuccess: async ({ runId }) => {
      notify.done({ text: t('started', { name: `SK-DD-${runId}` }) })
      onClose()
      await refreshBank(client)
    },
    // The charges may have changed since they were seen.
    onError: () => void refreshBank(client),
  })
  if (count === 0) return <Text>{t('runNothing')}</Text>
  const wrong = fieldErrors(start.error)['collectOn']
  return (
    <Stack gap="md">
      <TextInput
        type="date"
        label={t('collectOn')}
        description={t('collectHint', { day: formatCalendarDay(earliestOn) })}
        min={earliestOn}
        value={collectOn}
        onChange={(event) => setCollectOn(event.currentTarget.value)}
        error={wrong}
      />
      <Text fw={600} role="status">
        {t('runSum', { count, amount: money(totalCents) })}
      </Text>
      <ul className={classes.list}>
        {charges.map((charge) => (
          <li key={charge.chargeId} className={classes.row}>
            <span>
              <span className={classes.who}>{charge.memberName}</span>
              <span className={classes.more}>
                {' '}
                {charge.description}, {charge.account}
              </span>
            </span>
            <span className={classes.money}>{money(charge.amountCents)}</span>
          </li>
        ))}
      </ul>
      <Text size="sm">{t('startMeaning')}</Text>
      {start.error && wrong === undefined ? <FormError>{errorText(start.error)}</FormError> : null}
      <DialogButtons
        action={t('startAction', { count })}
        isReady={isDay(collectOn)}
        isBusy={start.isPending}
        onClick={() => start.mutate()}
        onClose={onClose}
      />
    </Stack>
  )
}
