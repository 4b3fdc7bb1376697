import { Stack, Text, Textarea, Group, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { Page } from '#platform/ui/page.tsx'
import { type MemberSelection, emailListQuery } from '../api.ts'

type Props = { selection: MemberSelection; onClose: () => void }

/** The addresses of those selected, to copy or to keep. The number said is the number copied. */
export const EmailsDialog = ({ selection, onClose }: Props) => {
  const { t } = useTranslation('members')
  const query = useQuery(emailListQuery(selection))
  return (
    <BigDialog title={t('emailsTitle')} onClose={onClose}>
      <Page query={query}>{(data) => <Addresses emails={data.emails} leftOut={data.leftOut} />}</Page>
    </BigDialog>
  )
}

const Addresses = ({ emails, leftOut }: { emails: string[]; leftOut: number }) => {
  const { t } = useTranslation('members')
  const field = useRef<HTMLTextAreaElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const words = { count: emails.length, formatted: formatNumber(emails.length) }
  const list = emails.join(', ')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(list) // oxlint-disable-line eslint/no-restricted-properties -- without https the text is selected
      setOutcome('copied')
    } catch {
      field.current?.select()
      setOutcome('failed')
    }
  }
  const file = async () => ({ name: 'members-emails.txt', content: new Blob([emails.join('\r\n')]) })
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{t('emailCount', words)}</Text>
        {leftOut > 0 ? <Text>{t('leftOut', { count: leftOut, formatted: formatNumber(leftOut) })}</Text> : null}
        <Text size="sm" c="dimmed">
          {t('auditNote')}
        </Text>
      </div>
      <Textarea ref={field} aria-label={t('emailsTitle')} value={list} readOnly rows={6} />
      <FormError tone={outcome === 'failed' ? 'red' : 'green'}>
        {outcome === 'copied' ? t('copied', words) : outcome === 'failed' ? t('copyFailed') : null}
      </FormError>
      <Group justify="flex-end" gap="xs">
        <DownloadButton label={t('download')} load={file} disabled={emails.length === 0} />
        <Button
          leftSection={<IconCopy size={16} aria-hidden />}
          disabled={emails.length === 0}
          onClick={() => void copy()}
        >
          {t('copy', words)}
        </Button>
      </Group>
    </Stack>
  )
}
