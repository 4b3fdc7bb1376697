import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { PlaceFields, type StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { placeKinds } from '@spacekeeper/contract/storage/words.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { add, update } from './api.ts'

const blank = { code: '', name: '', kind: 'shelf', area: '', notes: '', isOutOfUse: false }

const typedOf = ({ code, name, kind, area, notes, state }: StoragePlace) => ({
  code,
  name,
  kind,
  area,
  notes,
  isOutOfUse: state === 'outOfUse',
})

type Props = { place: StoragePlace | null; onClose: () => void }

/** Adds a storage place, or changes what one is. */
export const PlaceDialog = ({ place, onClose }: Props) => {
  const { t } = useTranslation('storage')
  const isHeld = place !== null && place.holder !== null
  return (
    <FormDialog
      title={place ? t('editTitle', { code: place.code }) : t('addOne')}
      action={t(place ? 'save' : 'addOne')}
      initial={place ? typedOf(place) : blank}
      schema={PlaceFields}
      submit={async (fields) => {
        if (place) await update({ placeId: place.id, ...fields })
        else await add(fields)
        notify.done({ text: t(place ? 'saved' : 'added', { code: fields.code }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput
            {...field('code')}
            label={t('code')}
            description={t('codeHint')}
            autoComplete="off"
            data-autofocus
          />
          <NativeSelect
            {...field('kind')}
            label={t('kind')}
            data={placeKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
          />
          <TextInput {...field('area')} label={t('area')} description={t('areaHint')} autoComplete="off" />
          <TextInput {...field('name')} label={t('name')} description={t('nameHint')} autoComplete="off" />
          <Textarea {...field('notes')} label={t('notes')} description={t('notesHint')} rows={2} />
          {isHeld ? null : (
            <Switch {...field('isOutOfUse', 'checkbox')} label={t('isOutOfUse')} description={t('isOutOfUseHint')} />
          )}
        </>
      )}
    </FormDialog>
  )
}
