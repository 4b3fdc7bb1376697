import { Button, Group, Stack, Text } from '@mantine/core'
import type { MailingPreview } from '@spacekeeper/contract/mailings/shapes.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import classes from './mailing-preview-card.module.css'

const words = (count: number) => ({ count, formatted: formatNumber(count) })

type Props = {
  preview: MailingPreview
  error: string | undefined
  isBusy: boolean
  onBack: () => void
  onSend: () => void
}

/** Who the mail reaches, who it does not, and how it looks. */
export const MailingPreviewCard = ({ preview, error, isBusy, onBack, onSend }: Props) => {
  const { t } = useTranslation('mailings')
  const { recipients, noNews, leftOut, unverified, html, isMailConfigured } = preview
  const listed = recipients.names.join(', ')
  const names = recipients.more > 0 ? t('andMore', { names: listed, ...words(recipients.more) }) : listed
  return (
    <Stack gap="md">
      <div aria-live="polite">
        <Text>{t('recipients', { names, ...words(recipients.count) })}</Text>
        {noNews > 0 ? <Text c="dimmed">{t('noNews', words(noNews))}</Text> : null}
        {leftOut > 0 ? <Text c="dimmed">{t('leftOut', words(leftOut))}</Text> : null}
        {unverified > 0 ? <Text c="dimmed">{t('unverified', words(unverified))}</Text> : null}
        {isMailConfigured ? null : <Status kind="warning">{t('noMailServer')}</Status>}
      </div>
      {/* Without any permission of its own: what staff wrote runs nothing and leads nowhere. */}
      <iframe title={t('mailAs')} sandbox="" srcDoc={html} className={classes.mail} tabIndex={-1} />
      <FormError>{error}</FormError>
      <Group justify="space-between">
        <Button variant="default" disabled={isBusy} onClick={onBack}>
          {t('back')}
        </Button>
        <Button loading={isBusy} disabled={recipients.count === 0} onClick={onSend}>
          {t('send', words(recipients.count))}
        </Button>
      </Group>
    </Stack>
  )
}
