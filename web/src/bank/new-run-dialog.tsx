import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { DebitPreview } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshAfter, refreshDomains } from '#platform/api/refresh.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { bank, debitPreviewQuery } from './api.ts'
import classes from './bank.module.css'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Chooses the charges of a collection by a day, shows them, and tells their members. */
export const NewRunDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('bank')
  const spaceDay = useSpaceDay()
  const [dueBy, setDueBy] = useState(() => spaceDay(14))
  const [asked, setAsked] = useState(dueBy)
  const query = useQuery(debitPreviewQuery(asked))
  return (
    <BigDialog title={t('newRun')} onClose={onClose}>
      <Stack gap="md">
        <TextInput
          // Unmarked: an empty day leaves the one before.
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
              <RunForm key={asked} preview={preview} dueBy={asked} onClose={onClose} />
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

const loadDay = async () => {
  const { bankApi } = await import('@spacekeeper/contract/bank/routes.ts')
  return bankApi.startDebits.body.pick({ collectOn: true })
}

const RunForm = ({ preview, dueBy, onClose }: RunFormProps) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const { charges, count, totalCents, earliestOn, fingerprint } = preview
  if (count === 0) return <Text>{t('runNothing')}</Text>
  const start = async (collectOn: string) => {
    try {
      const { runId } = await bank.startDebits({ dueBy, collectOn, fingerprint })
      notify.done({ text: t('started', { name: `SK-DD-${runId}` }) })
      onClose()
    } catch (error) {
      // The charges may have changed since they were seen.
      void refreshDomains('bank')
      throw error
    }
  }
  return (
    <DialogForm
      action={t('startAction', { count })}
      initial={{ collectOn: earliestOn }}
      schema={loadDay}
      submit={({ collectOn }) => refreshAfter(() => start(collectOn))}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput
            {...field('collectOn')}
            type="date"
            label={t('collectOn')}
            description={t('collectHint', { day: formatCalendarDay(earliestOn) })}
            min={earliestOn}
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
        </>
      )}
    </DialogForm>
  )
}
