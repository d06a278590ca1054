-- Who asks for mails is counted where tries of passwords are (limited_acts).
drop table recovery_requests;
drop table lost_ticket_requests;
