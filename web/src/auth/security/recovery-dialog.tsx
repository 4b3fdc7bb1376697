import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { CopyField } from '#platform/ui/copy-field.tsx'

type Props = { codes: readonly string[]; onClose: () => void }

const keepFile = (text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}

/** Recovery codes, which are shown this once. */
export const RecoveryDialog = ({ codes, onClose }: Props) => {
  const { t } = useTranslation('auth')
  const { siteName } = useSite().general
  const text = codes.join('\n')
  return (
    <BasicDialog title={t('recoveryTitle')} onClose={onClose} size={480} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">{t('recoveryKeep')}</Text>
        <CopyField text={text} label={t('recoveryCopy')} />
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => keepFile(`${t('recoveryFile', { siteName })}\n\n${text}\n`)}
          >
            {t('recoveryDownload')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => globalThis.print()}
          >
            {t('recoveryPrint')}
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('recoveryKept')}</Button>
        </Group>
      </Stack>
    </BasicDialog>
  )
}
