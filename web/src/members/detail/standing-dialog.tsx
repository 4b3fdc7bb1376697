import { Text, Textarea } from '@mantine/core'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type Props = {
  title: string
  /** What will happen. */
  meaning: string
  hint: string
  needsReason: boolean
  isDangerous: boolean
  run: (reason: string) => Promise<unknown>
  onClose: () => void
}

const longest = 500

/** Says what will happen, takes the reason the member will read, and does it. */
export const StandingDialog = ({ title, meaning, hint, needsReason, isDangerous, run, onClose }: Props) => {
  const { t } = useTranslation('members')
  const reason = z.string().trim()
  return (
    <FormDialog
      title={title}
      action={title}
      isDangerous={isDangerous}
      initial={{ reason: '' }}
      schema={z.object({ reason: needsReason ? reason.min(1, t('reasonMissing')) : reason })}
      submit={(typed) => run(typed.reason)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{meaning}</Text>
          <Textarea
            {...field('reason')}
            label={t(needsReason ? 'reason' : 'reasonOptional')}
            description={hint}
            maxLength={longest}
            rows={3}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
