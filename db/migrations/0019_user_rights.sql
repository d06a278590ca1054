-- What somebody of the staff may do, whatever they pay (users.role). The right `admin` is the role of that name and can't be
-- given by itself.
create table user_rights (
  user_id uuid not null references users (id) on delete cascade,
  staff_right text not null check (staff_right in ('door', 'editor', 'till')),
  primary key (user_id, staff_right)
);
