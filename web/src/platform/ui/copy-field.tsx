import { Button, Code, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'

/** A text with a button that copies it. */
export const CopyField = ({ text, label }: { text: string; label: string }) => {
  const { t } = useTranslation('platform')
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Stack gap={8}>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 14 }}>
        {text}
      </Code>
      {clipboard.error ? <FormError>{t('copyFailed')}</FormError> : null}
      <Group>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? t('copied') : label}
        </Button>
      </Group>
      <VisuallyHidden role="status">{clipboard.copied ? t('copied') : null}</VisuallyHidden>
    </Stack>
  )
}
