import { Button, FileButton, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import { proofUpload } from '@spacekeeper/contract/billing/shapes.ts'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { plan } from '../api.ts'

const mediaTypes: readonly string[] = proofUpload.mediaTypes

type FileProps = { file: File | null; onChoose: (file: File | null) => void }

const ProofField = ({ file, onChoose }: FileProps) => {
  const { t } = useTranslation('billing')
  const [isWrong, setWrong] = useState(false)
  const choose = (chosen: File | null) => {
    const isRight = chosen !== null && mediaTypes.includes(chosen.type) && chosen.size <= proofUpload.maxBytes
    setWrong(chosen !== null && !isRight)
    onChoose(isRight ? chosen : null)
  }
  return (
    <Stack gap={6} role="group" aria-label={t('concessionProof')}>
      <Text size="sm" fw={500}>
        {t('concessionProof')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('concessionProofHint')}
      </Text>
      <Group gap="sm">
        <FileButton accept={mediaTypes.join(',')} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconPaperclip size={16} aria-hidden />}>
              {t('chooseFile')}
            </Button>
          )}
        </FileButton>
        {file ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('chosenFile', { name: file.name })}
          </Text>
        ) : null}
      </Group>
      <FormError>{isWrong ? t('fileWrong') : null}</FormError>
    </Stack>
  )
}

/** Asks staff for a lower price, with a proof if there is one. */
export const ConcessionRequestDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('billing')
  const [file, setFile] = useState<File | null>(null)
  return (
    <FormDialog
      title={t('concessionTitle')}
      action={t('concessionAsk')}
      initial={{ reason: '', percent: 30 }}
      schema={billingApi.askForConcession.body}
      submit={async (asked) => {
        await plan.askForConcession(asked)
        try {
          if (file) await plan.sendProof({ file })
          notify.done({ text: t('concessionAsked') })
        } catch (error) {
          // The request is there; it can be taken back and sent again with another proof.
          notify.failed(t('concessionProofFailed', { reason: fieldErrors(error)['file'] ?? errorText(error) }))
        }
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('concessionIntro')}</Text>
          <TextInput {...field('reason')} label={t('concessionReason')} autoComplete="off" data-autofocus />
          <NumberInput {...field('percent')} label={t('concessionPercent')} min={1} max={100} clampBehavior="none" />
          <ProofField file={file} onChoose={setFile} />
        </>
      )}
    </FormDialog>
  )
}
