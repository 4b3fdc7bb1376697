import { Stack, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { DialogButtons } from './form-dialog.tsx'
import { RequiredMarks } from './required-marks.tsx'

type Props = Omit<ComponentProps<typeof BasicDialog>, 'children'> & {
  /** What will happen. */
  text?: string
  /** The verb on the button. */
  action: string
  /** On the button that leaves all as it is, where “Cancel” would be misread. */
  back?: string
  isDangerous?: boolean
  /** False while there is nothing to confirm. */
  isReady?: boolean
  children?: ReactNode
  run: () => Promise<unknown>
}

/**
 * Asks before something is done, and says why it failed if it does:
 *
 *     <ConfirmDialog title={t('revokeTitle')} text={t('revokeText')} action={t('revoke')} isDangerous
 *       run={() => revokeKey({ keyId })} onClose={onClose} />
 *
 * It is busy while `run` runs and closes when that is done.
 */
export const ConfirmDialog = ({ text, action, back, isDangerous, isReady, children, run, ...dialog }: Props) => {
  const confirm = useMutation({ mutationFn: run, onSuccess: () => dialog.onClose() })
  return (
    <BasicDialog {...dialog} isSending={confirm.isPending}>
      <Stack gap="md">
        {text === undefined ? null : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        )}
        <RequiredMarks mb={0} />
        {children}
        {confirm.error ? <FormError>{errorText(confirm.error)}</FormError> : null}
        <DialogButtons
          action={action}
          back={back}
          isDangerous={isDangerous}
          isReady={isReady}
          isBusy={confirm.isPending}
          onClick={() => !confirm.isPending && confirm.mutate()}
          onClose={dialog.onClose}
        />
      </Stack>
    </BasicDialog>
  )
}
