import { TextInput } from '@mantine/core'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { Card } from '@spacekeeper/contract/members/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type Props = { card: Card; save: (label: string) => Promise<void>; onClose: () => void }

/** What a card is called, so that it is told from the others. */
export const CardLabelDialog = ({ card, save, onClose }: Props) => {
  const { t } = useTranslation('members')
  return (
    <FormDialog
      title={t('labelTitle', { number: card.number })}
      action={t('saveLabel')}
      initial={{ label: card.label }}
      schema={membersApi.updateCardLabel.body}
      submit={({ label }) => save(label)}
      onClose={onClose}
    >
      {({ field }) => (
        <TextInput {...field('label')} label={t('cardLabel')} maxLength={30} autoComplete="off" data-autofocus />
      )}
    </FormDialog>
  )
}
