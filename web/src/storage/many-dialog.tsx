import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { placeKinds } from '@spacekeeper/contract/storage/words.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addMany } from './api.ts'
import { TypedManyPlaces } from './typed-many.ts'

type TypedCodes = { prefix: string; first: string; last: string }

/** The first and last of what would be added, as far as it can be said. */
const codesOf = ({ prefix, first, last }: TypedCodes) => {
  const read = TypedManyPlaces.safeParse({ prefix, first, last, kind: 'shelf', area: '' })
  if (!read.success) return null
  const { prefix: letters, first: from, last: to } = read.data
  return from === to ? `${letters}${from}` : `${letters}${from} … ${letters}${to}`
}

/** Adds numbered places, such as A1 to A20. */
export const ManyDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('storage')
  return (
    <FormDialog
      title={t('addMany')}
      action={t('addMany')}
      initial={{ prefix: 'A', first: '1', last: '20', kind: 'shelf', area: '' }}
      schema={TypedManyPlaces}
      submit={async (typed) => {
        const { added, known } = await addMany(typed)
        const words = [t('addedMany', { count: added }), ...(known > 0 ? [t('knownMany', { count: known })] : [])]
        notify.done({ text: words.join('. ') })
      }}
      onClose={onClose}
    >
      {({ field, values }) => {
        const codes = codesOf(values)
        return (
          <>
            <TextInput
              {...field('prefix')}
              label={t('prefix')}
              description={t('prefixHint')}
              autoComplete="off"
              data-autofocus
            />
            <Group grow align="flex-start" gap="sm">
              <TextInput {...field('first')} label={t('first')} inputMode="numeric" autoComplete="off" />
              <TextInput {...field('last')} label={t('last')} inputMode="numeric" autoComplete="off" />
            </Group>
            {codes === null ? null : (
              <Text size="sm" c="dimmed">
                {t('manyPreview', { codes })}
              </Text>
            )}
            <NativeSelect
              {...field('kind')}
              label={t('kind')}
              data={placeKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
            />
            <TextInput {...field('area')} label={t('area')} description={t('areaHint')} autoComplete="off" />
          </>
        )
      }}
    </FormDialog>
  )
}
