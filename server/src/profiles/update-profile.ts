import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { ProfileChange } from '@spacekeeper/contract/profiles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { countryCodeOf, phoneToStore } from '#platform/sms/phone-numbers.ts'
import { refuseTaken } from '../accounts/refuse-taken.ts'
import { compareDetails, type FieldChanges } from './rules.ts'

/** The member's details, held until the end of the transaction: what is noted as old really was. */
const holdDetails = (tx: Tx, memberId: number) =>
  tx
    .selectFrom('members')
    .select([
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'screen_name as screenName',
      'phone',
      'vehicle_registration_plate as vehicleRegistrationPlate',
      'profile_update_required as isUpdateRequired',
    ])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const asColumns = ({ firstName, lastName, screenName, phone, vehicleRegistrationPlate: plate }: FieldChanges) => ({
  ...(firstName?.to && { first_name: firstName.to }),
  ...(lastName?.to && { last_name: lastName.to }),
  ...(screenName?.to && { screen_name: screenName.to }),
  ...(phone?.to && { phone: phone.to }),
  ...(plate && { vehicle_registration_plate: plate.to }),
})

/** Changes what the caller sent of his own details. Sending nothing new confirms that they are right. */
export const updateProfile = async (ctx: Ctx, sent: ProfileChange): Promise<void> => {
  const { id } = memberOf(ctx)
  const countryCode = await countryCodeOf(ctx)
  return refuseTaken(() =>
    change(ctx, 'profile.updated', async (tx) => {
      const { isUpdateRequired, ...stored } = await holdDetails(tx, id)
      const phone = sent.phone && phoneToStore({ text: sent.phone, stored: stored.phone, countryCode })
      if (phone === null) throw badField('phone', fieldMessages.phone)
      const { changes, objections } = compareDetails(stored, { ...sent, phone })
      if (objections.length > 0) throw new AppError('badInput', { fields: objections })
      if (Object.keys(changes).length === 0 && !isUpdateRequired) return unchanged(undefined)
      await tx
        .updateTable('members')
        .set({ ...asColumns(changes), profile_update_required: false, profile_updated_at: ctx.now() })
        .where('id', '=', id)
        .execute()
      return {
        result: undefined,
        subject: { kind: 'member', id },
        data: { changes },
        tell: [
          screens.notice({ topic: 'profile', audience: { memberId: id } }),
          screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money'] } }),
        ],
      }
    }),
  )
}
