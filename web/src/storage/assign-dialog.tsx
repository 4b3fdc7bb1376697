import { Select } from '@mantine/core'
import { Id } from '@spacekeeper/contract/route.ts'
import type { StorageRequest, StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import type { PickedMember } from '../search/api.ts'
import { MemberPicker } from '../search/member-picker.tsx'
import { assign, freePlacesQuery } from './api.ts'
import { LastDayField, TypedEnd } from './last-day-field.tsx'

const useAssigning = () => {
  const { t } = useTranslation('storage')
  return async (place: Pick<StoragePlace, 'id' | 'code'>, holding: { memberId: number; untilOn: string | null }) => {
    await assign({ placeId: place.id, ...holding })
    notify.done({ text: t('assigned', { code: place.code }) })
  }
}

/** Gives a free place to a member that is found by name. */
export const AssignPlaceDialog = ({ place, onClose }: { place: StoragePlace; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const [member, setMember] = useState<PickedMember | null>(null)
  const give = useAssigning()
  return (
    <FormDialog
      title={t('assignTitle', { code: place.code })}
      action={t('assignAction')}
      isReady={member !== null}
      initial={{ untilOn: '' }}
      schema={TypedEnd}
      submit={async ({ untilOn }) => {
        if (member) await give(place, { memberId: member.id, untilOn })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <MemberPicker label={t('assignMember')} {...requiredBy(Id)} onChoose={setMember} />
          <LastDayField {...field('untilOn')} />
        </>
      )}
    </FormDialog>
  )
}

/** Gives a free place to a member who waits for one. */
export const RequestAssignDialog = ({ request, onClose }: { request: StorageRequest; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const { data } = useQuery(freePlacesQuery)
  const [placeId, setPlaceId] = useState<string | null>(null)
  const give = useAssigning()
  const places = data?.places ?? []
  const chosen = places.find(({ id }) => String(id) === placeId)
  const { id: memberId, name } = request.member
  return (
    <FormDialog
      title={t('assignTo', { name })}
      action={t('assignAction')}
      isReady={chosen !== undefined}
      initial={{ untilOn: '' }}
      schema={TypedEnd}
      submit={async ({ untilOn }) => {
        if (chosen) await give(chosen, { memberId, untilOn })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Select
            label={t('assignPlace')}
            {...requiredBy(Id)}
            data={places.map((each) => ({ value: String(each.id), label: placeWords(each, t(`kind_${each.kind}`)) }))}
            searchable
            value={placeId}
            onChange={setPlaceId}
            nothingFoundMessage={t('assignNone')}
            {...(data && places.length === 0 && { description: t('assignNone') })}
          />
          <LastDayField {...field('untilOn')} />
        </>
      )}
    </FormDialog>
  )
}

/** A place among others: its code, what it is, and where. */
const placeWords = ({ code, area }: Pick<StoragePlace, 'code' | 'area'>, kind: string) =>
  [code, kind, area].filter((part) => part !== '').join(', ')
