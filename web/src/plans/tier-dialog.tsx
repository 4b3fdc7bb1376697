import { Switch, Textarea, TextInput } from '@mantine/core'
import { type StaffTier, TierDetails } from '@spacekeeper/contract/plans/shapes.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addTier, updateTier } from './api.ts'

type Props = { tier: StaffTier | null; onClose: () => void; onAdded?: (tier: StaffTier) => void }

const typedOf = (tier: StaffTier | null) => ({
  name: tier?.name ?? '',
  description: tier?.description ?? '',
  visible: tier?.visible ?? true,
  featured: tier?.featured ?? false,
})

/** Adds a tier, or changes one. */
export const TierDialog = ({ tier, onClose, onAdded }: Props) => {
  const { t } = useTranslation('plans')
  return (
    <FormDialog
      title={tier ? t('editTier') : t('addTier')}
      action={tier ? t('save') : t('addTier')}
      initial={typedOf(tier)}
      schema={TierDetails}
      submit={async (details) => {
        const saved = tier ? await updateTier({ tierId: tier.id, ...details }) : await addTier(details)
        notify.done({ text: t(tier ? 'saved' : 'added', { name: saved.name }) })
        return saved
      }}
      explain={(error) => (hasCode(error, 'tierTaken') ? { fields: { name: errorText(error) } } : null)}
      onDone={(saved) => {
        onClose()
        if (!tier) onAdded?.(saved)
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput {...field('name')} label={t('tierName')} autoComplete="off" data-autofocus />
          <Textarea {...field('description')} label={t('description')} description={t('descriptionHint')} rows={3} />
          <Switch {...field('visible', 'checkbox')} label={t('visible')} description={t('visibleHint')} />
          <Switch {...field('featured', 'checkbox')} label={t('featured')} description={t('featuredHint')} />
        </>
      )}
    </FormDialog>
  )
}
