import { Stack, SimpleGrid, TextInput, Button } from '@mantine/core'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { useState } from 'react'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { ReadCardRow } from '../../mobile/read-card-row.tsx'
import { addCard } from '../api.ts'

const initial = { number: '', label: '' }

type Props = { memberId: number }

/** A number is typed, or held to a reader that types it. An empty form comes back once it is added. */
export const AddCardForm = ({ memberId }: Props) => {
  const [added, setAdded] = useState(0)
  return <CardForm key={added} memberId={memberId} onAdded={() => setAdded((count) => count + 1)} />
}

const CardForm = ({ memberId, onAdded }: Props & { onAdded: () => void }) => {
  const { t } = useTranslation('members')
  const { field, set, failure, isBusy, formProps } = useApiForm({
    initial,
    schema: membersApi.addCard.body,
    submit: async (card) => {
      await addCard({ memberId, ...card })
      notify.done({ text: t('doneCardAdded', { number: card.number }) })
      onAdded()
    },
  })
  return (
    <Form {...formProps}>
      <Stack gap="sm" align="flex-start">
        <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
          <TextInput {...field('number')} label={t('cardNumber')} autoComplete="off" />
          <TextInput {...field('label')} label={t('cardLabel')} autoComplete="off" />
        </SimpleGrid>
        <ReadCardRow onRead={(number) => set('number', number)} />
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" variant="default" loading={isBusy}>
          {t('addCard')}
        </Button>
      </Stack>
    </Form>
  )
}
